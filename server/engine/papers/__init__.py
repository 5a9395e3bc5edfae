"""Documents as people read them: one neutral sheet of blocks, shown as Markdown, as a page and as a PDF."""
