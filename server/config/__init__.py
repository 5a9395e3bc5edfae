"""Where things lie and how the server is set up, as frozen values built once at start."""
