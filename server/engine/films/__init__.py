"""Films: looks, times, captions, music and the finished file; the pictures come from `server.engine.painting`."""
