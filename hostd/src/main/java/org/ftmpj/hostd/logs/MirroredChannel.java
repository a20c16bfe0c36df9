package org.ftmpj.hostd.logs;

/**
 * The messages that a host has of a rank that is repeated on another host: their payloads need not
 * be sent again.
 *
 * @param destination a rank of that host
 * @param last the number of the last message in that host's mirror
 */
public record MirroredChannel(int source, int destination, long last) {}
