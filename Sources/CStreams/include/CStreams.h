// Nothing to call: linking this is enough. See streams.c.
