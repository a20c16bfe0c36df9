package org.ftmpj.supervisor.console;

import java.util.function.Consumer;

/** What a rank prints, piece by piece: from its log, or from another host. */
public interface OutputLog extends AutoCloseable {

  /**
   * Hands over every record that has been added and may be shown. Does not wait.
   *
   * @return how many there were
   */
  int poll(Consumer<OutputRecord> sink);

  /**
   * Hands over every record for the last time.
   *
   * @return how many there were
   */
  default int pollAll(Consumer<OutputRecord> sink) {
    return poll(sink);
  }

  @Override
  void close();
}
