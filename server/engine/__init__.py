"""What makes things: picklable specs in, artefacts out, in worker processes. It knows no request and no database."""
