package org.ftmpj.protocol.thread;

import java.util.List;

/**
 * The state of the order of a rank's threads in a checkpoint. All threads except the one that runs
 * main have ended, or wait with their stacks taken down.
 *
 * @param active whether the program has ever started a thread
 * @param last the number of the thread that was born last
 * @param main the thread that runs main; as at the start if none was ever started
 * @param referenced the threads that the program's objects stand for or belong to, in the order in
 *     which they were given
 */
public record ThreadsCheckpoint(
    boolean active,
    int last,
    LogicalThread.Snapshot main,
    List<LogicalThread.Snapshot> referenced) {

  /** The state of a program that has never started a thread. */
  static final ThreadsCheckpoint NONE =
      new ThreadsCheckpoint(false, 0, EventOrder.newMain().snapshot(), List.of());
}
