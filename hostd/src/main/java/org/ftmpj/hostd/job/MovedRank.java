package org.ftmpj.hostd.job;

/**
 * A rank whose host is lost.
 *
 * @param incarnation the one that it is started with on another host; in what a host tells of the
 *     ranks, the newest that something has come of from the lost one, 0 if nothing
 */
public record MovedRank(int rank, int incarnation) {}
