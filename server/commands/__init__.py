"""The subcommands of `quillcast`, one a file."""
