"""The subcommands of `quillcast`, one module each."""
