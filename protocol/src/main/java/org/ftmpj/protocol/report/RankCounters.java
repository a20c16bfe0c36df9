package org.ftmpj.protocol.report;

/**
 * The counters of one incarnation of a rank.
 *
 * @param operations number of operations of the program with an outcome of their own
 * @param replayed number of forced outcomes; each failed poll counts
 * @param recorded number of new outcomes; each failed poll counts
 * @param determinants number of determinants that the new outcomes made
 * @param determinantBytes bytes of the records that hold them
 * @param records number of records appended to the event log
 * @param messages number of messages sent
 * @param messageBytes bytes of their payloads
 * @param droppedSends number of sends dropped because the channel logs contained them
 * @param gateWaits how often a send or an output had to wait for determinants to become stable
 */
public record RankCounters(
    long operations,
    long replayed,
    long recorded,
    long determinants,
    long determinantBytes,
    long records,
    long messages,
    long messageBytes,
    long droppedSends,
    long gateWaits) {

  /** The counters of a rank that has done nothing. */
  public static final RankCounters NOTHING = new RankCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** The sum of both counters. */
  public RankCounters plus(RankCounters other) {
    return new RankCounters(
        operations + other.operations,
        replayed + other.replayed,
        recorded + other.recorded,
        determinants + other.determinants,
        determinantBytes + other.determinantBytes,
        records + other.records,
        messages + other.messages,
        messageBytes + other.messageBytes,
        droppedSends + other.droppedSends,
        gateWaits + other.gateWaits);
  }
}
