package org.ftmpj.protocol.simulation;

/** The rules of docs/protocol.md that a simulated job can exercise; each is counted. */
enum Rule {
  GATE_WAITED("GATED_SEND", "a send, mark or output waited for determinants to become stable"),
  SEND_HELD("RESEND", "a re-executed send was recognised in its log and dropped"),
  MATCHED_OUT_OF_ORDER(
      "MATCH_IS_STATE", "wildcards matched in another order than they were posted"),
  WILDCARD_HELD(
      "MATCH_IS_STATE", "a wildcard without a record was posted before the rank was live"),
  MATCH_FORCED("FORCED_MATCH", "a wildcard was forced to its recorded message"),
  POLL_REPLAYED("FORCED_POLL", "an unsuccessful poll was repeated from the record"),
  DELIVERY_REPLAYED("FORCED_DELIVERY", "a wait or test repeated the recorded requests"),
  PROBE_REPLAYED("FORCED_PROBE", "a probe repeated the recorded message"),
  MARKED("MATCHED_MARK", "a synchronous send was completed by its matched mark"),
  MARKED_AGAIN("MATCHED_MARK", "a re-executed synchronous send was completed by an old mark"),
  PERSISTENT("PERSISTENT_REQUEST", "a persistent request was started again"),
  SELF("SELF_MESSAGE", "a message to self"),
  COMMUNICATOR("COMMUNICATOR", "a rank took the context that all agreed on"),
  OUTPUT_ONCE("OUTPUT", "a re-executed output was recognised and dropped"),
  RECOVERED_TOGETHER(
      "INDEPENDENT_RECOVERY", "a recovery while another rank was down or recovering"),
  DIED_RECOVERING("REPEATED_FAILURE", "a rank died before it was live again"),
  FENCED("FENCE_BEFORE_READ", "a late append of an older incarnation was refused"),
  TORN_MESSAGE("TORN_END", "readers dropped a torn message"),
  WAKE_UP_LOST("LOST_WAKE_UP", "a rank found by itself what no doorbell had announced"),
  THREAD_BORN("THREAD_ORDER", "main brought forth a thread"),
  THREAD_OF_A_THREAD("THREAD_ORDER", "another thread did"),
  EVENT_REPEATED("THREAD_ORDER", "an event took effect again in its recorded turn"),
  TURN_AWAITED("THREAD_ORDER", "a thread waited for its recorded turn"),
  HAND_OVER_AWAITED("THREAD_ORDER", "a thread waited for what another one had to do"),
  REQUEST_HANDED_OVER("THREAD_ORDER", "a thread took over a request of another one"),
  LIVE_AWAITED(
      "THREAD_ORDER", "an operation without a record waited for other threads' recorded events"),
  DIED_WITH_THREADS("THREAD_ORDER", "a rank died that had several threads"),
  RESENT("EVENT_LOGGER", "the event logger recognised records that were sent again"),
  LOGGER_AWAY("EVENT_LOGGER", "the connection to the event logger was lost"),
  DIED_AT_THE_END("EXIT_RECORD", "a rank died before its exit record and was recovered"),
  VALUE_REPLAYED("RECORDED_VALUE", "a value from outside was repeated from the record"),
  CHECKPOINT_TAKEN("CHECKPOINT_IS_OUTPUT", "a checkpoint was taken"),
  CHECKPOINT_WAITED(
      "CHECKPOINT_IS_OUTPUT", "a checkpoint waited for determinants to become stable"),
  CHECKPOINT_AFTER_THREADS("CHECKPOINT_IS_OUTPUT", "one was taken when threads had ended"),
  CHECKPOINT_WITH_RECEIVES("CHECKPOINT_IS_OUTPUT", "one was taken with posted receives"),
  CHECKPOINT_WITH_MESSAGES("CHECKPOINT_IS_OUTPUT", "one was taken with unexpected messages"),
  CHECKPOINT_IN_RECEIVE("PENDING_OPERATION", "one was taken while a thread waited in a receive"),
  CHECKPOINT_IN_WAIT("PENDING_OPERATION", "one was taken while a thread waited for a request"),
  CHECKPOINT_IN_PROBE("PENDING_OPERATION", "one was taken while a thread waited in a probe"),
  CHECKPOINT_IN_DELIVERY(
      "PENDING_OPERATION", "one was taken while a thread waited for one of several"),
  CHECKPOINT_IN_HAND_OVER(
      "PENDING_OPERATION", "one was taken while a thread waited for another one"),
  CHECKPOINT_RESTORED("RESTORED_FROM_POSITIONS", "a rank went on from a checkpoint"),
  OLDER_CHECKPOINT(
      "RESTORED_FROM_POSITIONS", "the newest checkpoint was damaged, what came before was taken"),
  VERIFIED_FROM_CHECKPOINT(
      "RESTORED_FROM_POSITIONS", "a rank was repeated from a checkpoint and compared"),
  LANDED("", "hosts: a message came to its receiver's host"),
  EDGE_WAITED("", "hosts: it waited at its own host for determinants to become stable"),
  LINK_LOST("", "hosts: a connection between two was lost, and what was on its way"),
  LANDED_AGAIN("", "hosts: a message that had come before was recognised and dropped"),
  GAP("", "hosts: a message came before the one before it, and both were sent again"),
  HOST_DIED("", "hosts: one was lost with its ranks and logs"),
  HOST_CUT_OFF("", "hosts: one was cut off, given up, and went on by itself"),
  HOSTS_LOST_TOGETHER("", "hosts: another one was lost before the first one's ranks had moved"),
  ALL_HOSTS_LOST("", "hosts: all were lost"),
  STREAM_FENCED("", "hosts: determinants of one that was given up were refused"),
  STREAM_READ(
      "FENCED_MAJORITY", "hosts: the stream of one was read from a majority of event loggers"),
  SENT_AGAIN("", "hosts: a moved rank sent what its receiver's host had, and logged it again"),
  ENDED_AGAIN("", "hosts: a rank that had ended was repeated elsewhere"),
  IMAGE_COPIED("", "hosts: a checkpoint was copied to where it survives its host"),
  COPY_WAITED("", "hosts: it waited for determinants of its host to become stable"),
  COPIED_AGAIN("", "hosts: copies were made once more, as the host that kept them was lost"),
  COPIES_LOST("", "hosts: a moved rank had copies, at a host that was lost, too"),
  MOVED_WITH_COPY("", "hosts: a moved rank went on from a copy"),
  PASSED_OVER("", "hosts: such a rank passed over a message that its checkpoint had"),
  PAYLOAD_AWAITED("", "hosts: such a rank waited for the payload of one"),
  MAJORITY_FENCED("FENCED_MAJORITY", "an incarnation had a majority of loggers and their records"),
  TAIL_REPAIRED("TAIL_REPAIRED", "it wrote records to loggers that had not acknowledged them"),
  TAIL_REPLACED("TAIL_REPAIRED", "a logger gave up records that were not stable"),
  COPIED("STABLE_BY_MAJORITY", "a logger that was behind got records from another one"),
  LOGGER_DIED("STABLE_BY_MAJORITY", "loggers: one died or stood still"),
  MAJORITY_LOST("STABLE_BY_MAJORITY", "loggers: a majority was away"),
  DISK_LOST("LOST_DISK", "a logger lost what it had"),
  DISK_RESTORED("LOST_DISK", "it had all again, and counted"),
  WRITER_HAUNTED("FENCED_MAJORITY", "a dead incarnation went on writing, and was refused"),
  SNAPSHOT_TAKEN("", "a rank went on from a snapshot of itself"),
  PRUNED("PRUNED_TO_OLDEST", "log entries or determinants were pruned"),
  MIRROR_PRUNED("PRUNED_TO_OLDEST", "hosts: entries of a mirror were pruned"),
  SHIPPED_PRUNED("PRUNED_TO_OLDEST", "hosts: entries of a log that another host has were pruned"),
  STREAM_PRUNED("STREAM_PRUNED", "hosts: records of a host's stream may be dropped"),
  LOGGER_PRUNED("PRUNED_AT_LOGGERS", "a logger dropped records that no incarnation needs"),
  LOGGER_PASSED_OVER("PRUNED_AT_LOGGERS", "a logger that was behind passed over such records"),
  COPIES_PRUNED("PRUNED_TO_OLDEST", "hosts: entries of copied logs were pruned"),
  MOVED_TO_PRUNED("PRUNED_TO_OLDEST", "hosts: a moved rank went on with a log without beginning");

  private final String name;
  private final String what;

  Rule(String name, String what) {
    this.name = name;
    this.what = what;
  }

  @Override
  public String toString() {
    return name.isEmpty() ? what : name + ": " + what;
  }
}
