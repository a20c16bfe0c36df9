package org.ftmpj.supervisor.console;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Takes what the ranks of a job print and what happens to them: the {@link Console} of this
 * process, or one on another host. Thread-safe.
 */
public interface JobConsole extends AutoCloseable {

  /** From now on takes what is added to the output log of that rank. */
  void follow(int rank, Path log);

  /**
   * Begins to follow the logs.
   *
   * @param failure is told, once, when a log cannot be read; then nothing is followed any more
   */
  void start(Consumer<RuntimeException> failure);

  /**
   * Takes raw output of a rank, what is not logged.
   *
   * @param rank or {@link Console#LAUNCHER}
   * @param stream {@link OutputRecord#OUT} or {@link OutputRecord#ERR}
   * @param bytes valid during the call only
   */
  void raw(int rank, int stream, byte[] bytes, int length);

  /** Takes a line of the launcher's own. */
  void notice(String text);

  /** The rank has died: the lines it had begun stay as they are until it is {@link #recovered}. */
  void died(int rank);

  /** The rank goes on with what it was writing when it died. */
  void recovered(int rank);

  /** The rank has ended: takes all that is left of its output. */
  void ended(int rank);

  @Override
  void close();
}
