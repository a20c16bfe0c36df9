package org.ftmpj.hostd.job;

import org.ftmpj.transport.control.ControlBlock;

/**
 * The figures of a rank, from the control block of its host.
 *
 * @param clock its operation clock
 * @param gateWaits how often it had to wait at the gate
 * @param gateWaitedNs the nanoseconds of all these waits
 * @param silentMs how long it has given no sign of life, if it is suspected; else 0
 * @param suspicions how often it was suspected
 */
public record RankFigures(
    int rank, long clock, long gateWaits, long gateWaitedNs, long silentMs, long suspicions) {

  static RankFigures of(ControlBlock control, int rank) {
    return new RankFigures(
        rank,
        control.progress(rank),
        control.gateWaits(rank),
        control.gateWaitedNs(rank),
        control.silentMs(rank),
        control.suspicions(rank));
  }
}
