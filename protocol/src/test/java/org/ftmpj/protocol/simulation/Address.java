package org.ftmpj.protocol.simulation;

/** The other rank and the tag of a send, a receive or a probe; of the latter both can be any. */
record Address(int peer, int tag) {}
