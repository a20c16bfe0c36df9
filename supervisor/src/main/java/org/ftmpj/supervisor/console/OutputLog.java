package org.ftmpj.supervisor.console;

import java.util.function.Consumer;

/** What a rank prints, piece by piece: from its log, or from another host. */
public interface OutputLog extends AutoCloseable {

  /**
   * Hands over every record that has been added. Does not wait.
   *
   * @return how many there were
   */
  int poll(Consumer<OutputRecord> sink);

  @Override
  void close();
}
