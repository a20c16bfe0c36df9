package org.ftmpj.network;

/**
 * The counters of one path to another host since the session began.
 *
 * @param peer number of the other host; -1 if it had none when it joined
 * @param path from 0
 * @param sent frames, of all types, including repeated ones
 * @param received intact frames
 * @param retransmitted contents that were sent again on this path
 * @param corrupt frames that were changed on the way
 * @param fenced frames of an earlier session
 * @param duplicates contents that came again
 * @param refused contents that came though there was no room for them
 * @param bytes of contents that were sent
 * @param connections that were made
 * @param left how often the path was left because nothing was heard of it
 * @param taken how often it was taken back
 * @param live whether it is in use
 * @param roundTripNs from the probe that was answered last until its answer; 0 before the first
 */
public record PathCounters(
    int peer,
    int path,
    long sent,
    long received,
    long retransmitted,
    long corrupt,
    long fenced,
    long duplicates,
    long refused,
    long bytes,
    long connections,
    long left,
    long taken,
    boolean live,
    long roundTripNs) {}
