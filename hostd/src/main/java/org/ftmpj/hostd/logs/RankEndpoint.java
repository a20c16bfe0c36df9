package org.ftmpj.hostd.logs;

/**
 * The place where a rank takes connections from ranks of other hosts: a port of its host's address.
 *
 * @param port 0 if the rank takes no more messages
 */
public record RankEndpoint(int rank, int incarnation, int port) {}
