package org.ftmpj.protocol.simulation;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.ftmpj.protocol.Records;
import org.ftmpj.protocol.rank.Forgotten;
import org.ftmpj.protocol.rank.PendingOperation;
import org.ftmpj.protocol.rank.RankCheckpoint;

/**
 * A mistake that an implementation of the protocol could make. It is made by what surrounds the
 * core, or by what hands its records over, so that the core needs no switch for it.
 */
enum Mutation {
  MATCH_LOGGED_AT_COMPLETION("the match of a wildcard is logged only when the program sees it"),
  OUTPUT_WITHOUT_GATE("outputs do not pass the gate"),
  STALE_GATE("the gate waits for the determinants there were when the operation began"),
  POLLS_NOT_COUNTED("unsuccessful polls are not recorded"),
  DUPLICATE_NOT_DROPPED("a send that the log holds is appended again"),
  HISTORY_BEFORE_FENCE("the history is served before the old incarnation is fenced"),
  MARKED_WHEN_RECEIVED("a synchronous send completes when its message is received, not matched"),
  MARK_BEFORE_STABLE("a matched mark is published before the match is stable"),
  ARRIVAL_ORDER("recorded matches are looked up in the order they were logged, not by clock"),
  TURNS_LATE("the order of threads' events is recorded with the next record, after the gate"),
  TURNS_NOT_FORCED("the recorded order of threads' events is ignored in replay"),
  TURN_LENGTH_IGNORED("of a turn only the first event is repeated in its order"),
  OUTCOMES_NOT_BY_CLOCK("outcomes of several threads are looked up in the order they were logged"),
  BIRTHS_NOT_ORDERED("births of threads are no events"),
  HAND_OVERS_NOT_ORDERED("hand-overs between threads are no events"),
  TURN_NOT_TOLD("the thread whose turn has come is not woken"),
  GATE_LETS_OTHERS_IN("while a thread waits at the gate, others make events"),
  SNAPSHOT_WITHOUT_MESSAGES(
      "a snapshot forgets messages that no receive has taken", Forgotten.UNEXPECTED_MESSAGES),
  SNAPSHOT_WITHOUT_MATCHES(
      "a snapshot forgets recorded matches that were not looked up", Forgotten.RECORDED_MATCHES),
  SNAPSHOT_WITHOUT_TURN(
      "a snapshot forgets how much of a turn was repeated", Forgotten.HALF_A_TURN),
  SNAPSHOT_WITHOUT_RUN(
      "a snapshot forgets polls and values of which no determinant was made", Forgotten.OPEN_RUN),
  SNAPSHOT_WITHOUT_MARKS(
      "a snapshot forgets matched marks that were not published", Forgotten.OWED_MARKS),
  SNAPSHOT_WITHOUT_BIRTH("a snapshot forgets the thread that was born last", Forgotten.CHILDREN),
  SNAPSHOT_WITHOUT_OUTCOME(
      "a snapshot forgets the record of a probe that has begun", Forgotten.OUTCOME),
  EDGE_WITHOUT_GATE("what leaves a host waits for no determinants"),
  EDGE_OF_SENDER_ONLY("what leaves a host waits for determinants of its sender only"),
  STREAM_OUT_OF_ORDER("determinants of a host's ranks reach the event logger in any order"),
  STAMPS_READ_LAST("a pass over a host's determinants reads the stamps' counter after the logs"),
  FENCE_BY_RANK("ranks of a host that is given up are fenced one by one, when they start again"),
  HISTORY_OF_ANY_LOGGER("of a lost host's stream is used what one of several loggers has"),
  LANDED_TWICE("a message that comes to a host again is taken for a new one"),
  NOT_APPENDED_AGAIN("a moved rank does not append again what its receivers have"),
  GAP_ACCEPTED("a message that comes to a host is taken although one before it has not come"),
  RESUMED_BY_SEQUENCE("a lost connection goes on after the last message, whatever became of marks"),
  ENDED_NOT_REPEATED("a rank that has ended is not repeated when its host is lost"),
  CHECKPOINT_WITHOUT_GATE("a checkpoint is taken before the determinants that it knows are stable"),
  CHECKPOINT_WITHOUT_MESSAGES("a checkpoint forgets messages that no receive has taken"),
  CHECKPOINT_WITHOUT_RECEIVES("a checkpoint forgets receives that are posted"),
  CHECKPOINT_WITHOUT_MARKS("a checkpoint forgets marks of messages that are to be sent again"),
  CHECKPOINT_WITHOUT_MATCHES(
      "a checkpoint forgets recorded matches of messages that have not come"),
  CHECKPOINT_WITHOUT_LAST_THREAD("a checkpoint forgets how many threads there were"),
  CHECKPOINT_WITHOUT_CHILDREN("a checkpoint forgets how many threads main has started"),
  CHECKPOINT_WITHOUT_LEFT("a checkpoint forgets what threads wait in"),
  CHECKPOINT_WITHOUT_NUMBERS("a checkpoint forgets the numbers of operations that threads wait in"),
  RESTORED_LATER("a log is read on after the record behind a checkpoint's last message"),
  RESTORED_EARLIER("a log is read on from a checkpoint's last message"),
  RESTORED_BY_CLOCK(
      "determinants after a checkpoint are those of later operations, not those recorded later"),
  PRUNED_TO_NEWEST("what the newest kept checkpoint covers is pruned, not what the oldest covers"),
  PRUNED_WHEN_READ("what a checkpoint has read is pruned, though its payload was not copied"),
  SENDER_NOT_ASKED(
      "a channel log is pruned to its receiver's checkpoint, not to its sender's, too"),
  PRUNED_WHEN_SHIPPED("a log is pruned to what has left its host, not to what the other host has"),
  MIRROR_AS_THE_LOG("a mirror is pruned as its log is, to the checkpoint of its sender"),
  COPIED_WITHOUT_GATE("a checkpoint is copied before the determinants of its host are stable"),
  COPIED_WITHOUT_LOGS("a checkpoint is copied without what its rank had sent"),
  COPIED_WITHOUT_MARKS(
      "a checkpoint is copied with what its rank had sent, without the marks after the last"
          + " message"),
  COPIED_WITHOUT_LINES("a checkpoint is copied without what its rank had put out"),
  COPIED_ON_ELSEWHERE(
      "when the host that keeps copies is lost, the next one gets only what is new"),
  PRUNED_WITHOUT_COPIES(
      "what the checkpoints on a rank's host need is kept, not what its copies need"),
  NEWEST_COPY_COUNTS("what the newest copy needs is kept, not what the one before needs"),
  COPIES_PRUNED_BY_SENDER("copied logs are pruned to what their sender needs, not their receiver"),
  ANY_LOG_COUNTS(
      "how far a receiver has read one log of its sender counts for one written on another host"),
  STREAM_PRUNED_BY_ONE_RANK("a host's stream is pruned to what one of its ranks needs"),
  STREAM_DROPPED_AT_ONCE(
      "loggers drop the beginning of a stream before it is stable what they may drop"),
  READ_BY_RECORDS("a moved rank reads logs on after as many records as its checkpoint had read"),
  PAYLOAD_BY_PLACE(
      "a moved rank looks for the payloads of its checkpoint's messages where they were"),
  TAIL_NOT_REPAIRED("what only a minority of loggers has is used before it is written to others"),
  FENCE_OF_ONE("only one logger refuses older incarnations, others when they are written to"),
  READ_BEFORE_FENCE("what a logger has is read before it refuses older incarnations"),
  FIRST_ACKNOWLEDGEMENT("a record is taken for stable when one logger has acknowledged it"),
  LOST_DISK_COUNTS("a logger that has lost its disk counts as one that has never had anything"),
  STABLE_PASSED_OVER("a logger that is behind passes over all that is stable, needed or not"),
  PRUNED_NOT_KNOWN("an incarnation does not know what earlier ones have told loggers to drop");

  private final String what;
  private final Forgotten forgotten;

  Mutation(String what) {
    this(what, Forgotten.NOTHING);
  }

  Mutation(String what, Forgotten forgotten) {
    this.what = what;
    this.forgotten = forgotten;
  }

  /** What snapshots forget. */
  Forgotten forgotten() {
    return forgotten;
  }

  /** What is read of a checkpoint instead of what was written. */
  RankCheckpoint change(RankCheckpoint checkpoint) {
    return switch (this) {
      case CHECKPOINT_WITHOUT_MESSAGES ->
          Records.with(checkpoint, "matching.unexpected", some -> List.of());
      case CHECKPOINT_WITHOUT_RECEIVES ->
          Records.with(checkpoint, "matching.posted", some -> List.of());
      case CHECKPOINT_WITHOUT_MARKS ->
          Records.with(
              checkpoint,
              "marks.received",
              some -> Collections.nCopies(checkpoint.sent().size(), Set.of()));
      case CHECKPOINT_WITHOUT_MATCHES -> Records.with(checkpoint, "reserved", some -> Set.of());
      case CHECKPOINT_WITHOUT_LAST_THREAD -> Records.with(checkpoint, "threads.last", last -> 0);
      case CHECKPOINT_WITHOUT_CHILDREN ->
          Records.with(checkpoint, "threads.main.children", children -> 0);
      case CHECKPOINT_WITHOUT_LEFT -> Records.with(checkpoint, "left", some -> List.of());
      case CHECKPOINT_WITHOUT_NUMBERS ->
          Records.with(
              checkpoint,
              "left",
              some ->
                  checkpoint.left().stream()
                      .map(
                          left ->
                              new PendingOperation(left.thread(), left.kind(), 0, left.receive()))
                      .toList());
      default -> checkpoint;
    };
  }

  /** Whether only jobs on several hosts can show it. */
  boolean isOfHosts() {
    return compareTo(EDGE_WITHOUT_GATE) >= 0 && compareTo(ENDED_NOT_REPEATED) <= 0
        || this == PRUNED_WHEN_SHIPPED
        || this == MIRROR_AS_THE_LOG
        || isOfCopies();
  }

  /** Whether only jobs whose checkpoints survive their host can show it. */
  boolean isOfCopies() {
    return compareTo(COPIED_WITHOUT_GATE) >= 0 && compareTo(PAYLOAD_BY_PLACE) <= 0;
  }

  /** Whether it is made where there is one event logger. */
  boolean isOfOneLogger() {
    return this == HISTORY_BEFORE_FENCE || this == FENCE_BY_RANK || this == STREAM_OUT_OF_ORDER;
  }

  /** Whether it is one of several event loggers, or of who writes to them. */
  boolean isOfLoggers() {
    return compareTo(TAIL_NOT_REPAIRED) >= 0;
  }

  @Override
  public String toString() {
    return what;
  }
}
