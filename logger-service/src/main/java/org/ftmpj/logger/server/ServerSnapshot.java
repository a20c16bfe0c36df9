package org.ftmpj.logger.server;

import java.util.Map;

/**
 * What an event logger has done since it was started, and what it has now.
 *
 * @param accepted connections that were accepted
 * @param connections connections that are open
 * @param ranks connections that are open and of an admitted rank
 * @param admitted ranks' processes that were admitted; each connection counts
 * @param fencings how often a new incarnation has fenced an older one
 * @param refused connections that were refused, by the reason's name
 * @param batches batches that were appended to a store
 * @param determinants records that were appended to a store
 * @param bytes bytes of those batches
 * @param jobs jobs it keeps something of
 * @param forgotten jobs it was told to forget
 * @param freeBytes space left where the store is
 */
public record ServerSnapshot(
    long accepted,
    long connections,
    long ranks,
    long admitted,
    long fencings,
    Map<String, Long> refused,
    long batches,
    long determinants,
    long bytes,
    long jobs,
    long forgotten,
    long freeBytes) {}
