package org.ftmpj.protocol.simulation;

import java.util.List;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.Trace;

/**
 * A checkpoint of a rank between two operations: of the protocol, what the product writes; of the
 * program, what it had been given by its calls; and of what watches it, what it had seen.
 *
 * @param rank the protocol's state as bytes
 * @param operation index of the program's next operation
 * @param trace of the program, or of one that went on from there
 * @param length how much of it the program had been given
 * @param putOut how many lines each thread had put out
 * @param taken what the program had received
 * @param dependence what the checkpoint depends on
 */
record Checkpoint(
    byte[] rank,
    int operation,
    Trace trace,
    int length,
    int[] putOut,
    List<Matches.Taken> taken,
    Dependence dependence) {

  /** The protocol's state, as who goes on from it reads it. */
  RankCheckpoint read(Mutation mistake) {
    RankCheckpoint read = RankCheckpoint.decode(rank);
    return mistake == null ? read : mistake.change(read);
  }
}
