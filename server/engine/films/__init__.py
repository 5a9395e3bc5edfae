"""Films: looks, times, captions, music and the finished file. What is painted is painted in `server.engine.painting`."""
