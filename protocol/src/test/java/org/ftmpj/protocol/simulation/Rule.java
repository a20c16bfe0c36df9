package org.ftmpj.protocol.simulation;

/** What of docs/protocol.md a simulated job can exercise; each is counted. */
enum Rule {
  GATE_WAITED(1, "a send, mark or output waited for determinants to become stable"),
  SEND_HELD(2, "a re-executed send was recognised in its log and dropped"),
  MATCHED_OUT_OF_ORDER(3, "wildcards matched in another order than they were posted"),
  WILDCARD_HELD(3, "a wildcard without a record was posted before the rank was live"),
  MATCH_FORCED(4, "a wildcard was forced to its recorded message"),
  POLL_REPLAYED(5, "an unsuccessful poll was repeated from the record"),
  DELIVERY_REPLAYED(6, "a wait or test repeated the recorded requests"),
  PROBE_REPLAYED(7, "a probe repeated the recorded message"),
  MARKED(8, "a synchronous send was completed by its matched mark"),
  MARKED_AGAIN(8, "a re-executed synchronous send was completed by an old mark"),
  PERSISTENT(9, "a persistent request was started again"),
  SELF(10, "a message to self"),
  COMMUNICATOR(11, "a rank took the context that all agreed on"),
  OUTPUT_ONCE(12, "a re-executed output was recognised and dropped"),
  RECOVERED_TOGETHER(13, "a recovery while another rank was down or recovering"),
  DIED_RECOVERING(14, "a rank died before it was live again"),
  FENCED(15, "a late append of an older incarnation was refused"),
  TORN_MESSAGE(16, "readers dropped a torn message"),
  WAKE_UP_LOST(17, "a rank found by itself what no doorbell had announced"),
  THREAD_BORN(18, "main brought forth a thread"),
  THREAD_OF_A_THREAD(18, "another thread did"),
  EVENT_REPEATED(18, "an event took effect again in its recorded turn"),
  TURN_AWAITED(18, "a thread waited for its recorded turn"),
  HAND_OVER_AWAITED(18, "a thread waited for what another one had to do"),
  REQUEST_HANDED_OVER(18, "a thread took over a request of another one"),
  LIVE_AWAITED(18, "an operation without a record waited for other threads' recorded events"),
  DIED_WITH_THREADS(18, "a rank died that had several threads"),
  RESENT(19, "the event logger recognised records that were sent again"),
  LOGGER_AWAY(19, "the connection to the event logger was lost"),
  DIED_AT_THE_END(21, "a rank died before its exit record and was recovered"),
  VALUE_REPLAYED(0, "a value from outside was repeated from the record"),
  CHECKPOINT_RESTORED(0, "model: a rank was recovered from a checkpoint"),
  OLDER_CHECKPOINT(0, "model: the newest checkpoint was damaged, an older one was taken"),
  PRUNED(0, "model: log entries or determinants were pruned");

  private final int number;
  private final String what;

  Rule(int number, String what) {
    this.number = number;
    this.what = what;
  }

  @Override
  public String toString() {
    return (number == 0 ? "  " : "%2d".formatted(number)) + " " + what;
  }
}
