package org.ftmpj.protocol.report;

/**
 * The counters of one incarnation of a rank.
 *
 * @param operations operations of the program that have an outcome of their own
 * @param replayed outcomes that were forced; each failed poll counts
 * @param recorded outcomes that were new; each failed poll counts
 * @param determinants determinants that were made of the new ones
 * @param determinantBytes bytes of the records that hold them
 * @param records records that were appended to the event log
 * @param messages messages that were sent
 * @param messageBytes bytes of their payloads
 * @param heldSends sends dropped because the channel logs held them
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
    long heldSends,
    long gateWaits) {

  /** The counters of a rank that has done nothing. */
  public static final RankCounters NOTHING = new RankCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** This one's and the other's together. */
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
        heldSends + other.heldSends,
        gateWaits + other.gateWaits);
  }
}
