package org.ftmpj.hostd.logs;

/**
 * What a host has of the messages of a rank that is repeated elsewhere: their payloads need not
 * come again.
 *
 * @param destination a rank of that host
 * @param last the number of the last message that is in the mirror there
 */
public record MirroredChannel(int source, int destination, long last) {}
