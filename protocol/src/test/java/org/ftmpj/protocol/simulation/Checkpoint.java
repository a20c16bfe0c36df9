package org.ftmpj.protocol.simulation;

import java.util.List;
import org.ftmpj.protocol.Records;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.Trace;

/**
 * A checkpoint of a rank between two operations: of the protocol, what the product writes; of the
 * program, what it had been given by its calls; and of what watches it, what it had seen.
 *
 * @param rank the protocol's state as bytes
 * @param state the same, read once
 * @param operation index of the program's next operation
 * @param trace of the program, or of one that went on from there
 * @param length how much of it the program had been given
 * @param putOut how many lines each thread had put out
 * @param lines these, by thread
 * @param taken what the program had received
 * @param dependence what the checkpoint depends on
 * @param needs what it needs of logs
 */
record Checkpoint(
    byte[] rank,
    RankCheckpoint state,
    int operation,
    Trace trace,
    int length,
    int[] putOut,
    List<List<Long>> lines,
    List<Matches.Taken> taken,
    Dependence dependence,
    Needs needs) {

  /**
   * What it needs of logs.
   *
   * @param received of each source, the first message
   * @param sent of each destination, the first message
   * @param moves how often each source had moved when it wrote the last message that was read; 0 if
   *     that is not known
   */
  record Needs(long[] received, long[] sent, int[] moves) {}

  /** Whether it was taken on another host than that of its rank. */
  boolean isRemote() {
    return state.read().stream().anyMatch(ReadPosition::isByNumber);
  }

  /** The protocol's state, as who goes on from it reads it. */
  RankCheckpoint read(Mutation mistake) {
    RankCheckpoint read = RankCheckpoint.decode(rank);
    return mistake == null ? read : mistake.change(read);
  }

  /**
   * The same as a rank has it that goes on from it on another host.
   *
   * @param mistake null for none
   */
  Checkpoint elsewhere(Mutation mistake) {
    RankCheckpoint here = state;
    RankCheckpoint there = here.onOtherHost();
    if (mistake == Mutation.READ_BY_RECORDS) {
      there = Records.with(there, "read", positions -> here.read());
    } else if (mistake == Mutation.PAYLOAD_BY_PLACE) {
      there = Records.with(there, "matching", any -> here.matching());
      there = Records.with(there, "requests", any -> here.requests());
    }
    byte[] bytes = there.encode();
    return new Checkpoint(
        bytes,
        RankCheckpoint.decode(bytes),
        operation,
        trace,
        length,
        putOut,
        lines,
        taken,
        dependence,
        needs);
  }
}
