package org.ftmpj.protocol.replay;

/**
 * The state of a rank in relation to its logs.
 *
 * <pre>
 *            no determinants left              every outbound sequence is past its log
 * Replaying ----------------------> CatchingUp -----------------------------------------> Recording
 *     |                                 |                                                     |
 *     +---------------------------------+-----------------------------------------------------+--> FailStopped
 * </pre>
 *
 * A verification only repeats the record, so RecordEnd takes the place of Recording.
 */
public sealed interface RankState {

  /** Outcomes are taken from the history. */
  record Replaying() implements RankState {}

  /** The history is used up, but the logs hold more sends than this incarnation has made. */
  record CatchingUp() implements RankState {}

  /** Live: outcomes are new, and recorded. */
  record Recording() implements RankState {}

  /** The verified record was repeated to its end, and nothing new may follow. */
  record RecordEnd() implements RankState {}

  /** The rank must not go on. */
  record FailStopped() implements RankState {}

  RankState REPLAYING = new Replaying();
  RankState CATCHING_UP = new CatchingUp();
  RankState RECORDING = new Recording();
  RankState RECORD_END = new RecordEnd();
  RankState FAIL_STOPPED = new FailStopped();

  /** Whether a rank may go from this state to that one. */
  default boolean permits(RankState next) {
    if (this instanceof FailStopped) {
      return false;
    }
    if (next instanceof FailStopped) {
      return true;
    }
    return this instanceof Replaying && next instanceof CatchingUp
        || this instanceof CatchingUp && (next instanceof Recording || next instanceof RecordEnd);
  }
}
