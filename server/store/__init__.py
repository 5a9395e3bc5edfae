"""The database and the folder of files. Rows stay inside; frozen values go out."""
