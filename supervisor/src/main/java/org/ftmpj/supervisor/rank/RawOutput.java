package org.ftmpj.supervisor.rank;

/** Takes raw output of a process, by a thread for each of its two streams. */
@FunctionalInterface
public interface RawOutput {

  /**
   * Takes a piece of output.
   *
   * @param stream 1 standard output, 2 standard error
   * @param bytes valid during the call only
   */
  void accept(int stream, byte[] bytes, int length);

  /** Called at the end of that stream. */
  default void ended(int stream) {}
}
