package org.ftmpj.supervisor.console;

import java.util.function.Consumer;

/** The output of a rank, piece by piece: from its log, or from another host. */
public interface OutputLog extends AutoCloseable {

  /**
   * Hands over every new record that may be shown. Does not wait.
   *
   * @return the number of records
   */
  int poll(Consumer<OutputRecord> sink);

  /**
   * Hands over every record for the last time.
   *
   * @return the number of records
   */
  default int pollAll(Consumer<OutputRecord> sink) {
    return poll(sink);
  }

  @Override
  void close();
}
