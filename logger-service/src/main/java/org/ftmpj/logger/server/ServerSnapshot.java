package org.ftmpj.logger.server;

import java.util.Map;

/**
 * The counters of an event logger since its start, and its present state.
 *
 * @param accepted connections that were accepted
 * @param connections open connections
 * @param ranks open connections of an admitted rank
 * @param admitted admissions of ranks' processes; each connection counts
 * @param fencings fencings of an older incarnation by a new one
 * @param refused connections that were refused, by the reason's name
 * @param batches batches that were appended to a store
 * @param determinants records that were appended to a store
 * @param bytes bytes of those batches
 * @param jobs jobs with records
 * @param forgotten jobs that it has forgotten
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
