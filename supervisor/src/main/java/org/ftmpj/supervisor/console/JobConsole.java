package org.ftmpj.supervisor.console;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Takes the output of a job's ranks and the events that concern it: the {@link Console} of this
 * process, or one on another host. Thread-safe.
 */
public interface JobConsole extends AutoCloseable {

  /** Begins to take what is added to the output log of that rank. */
  void follow(int rank, Path log);

  /**
   * Begins to follow the logs.
   *
   * @param failure is called once when a log cannot be read; nothing is followed any more then
   */
  void start(Consumer<RuntimeException> failure);

  /**
   * Takes raw output of a rank, which is not logged.
   *
   * @param rank or {@link Console#LAUNCHER}
   * @param stream {@link OutputRecord#OUT} or {@link OutputRecord#ERR}
   * @param bytes valid during the call only
   */
  void raw(int rank, int stream, byte[] bytes, int length);

  /** Takes a line of the launcher. */
  void notice(String text);

  /**
   * Records the death of a rank: its unfinished lines stay as they are until it is {@link
   * #recovered}.
   */
  void died(int rank);

  /** Records that the rank goes on with what it was writing when it died. */
  void recovered(int rank);

  /** Takes the rest of the output of a rank that has ended. */
  void ended(int rank);

  @Override
  void close();
}
