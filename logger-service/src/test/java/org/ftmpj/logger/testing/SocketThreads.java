package org.ftmpj.logger.testing;

import java.io.IOException;

/** Threads of a relay between two sockets. They end when one side closes its connection. */
public final class SocketThreads {
  private SocketThreads() {}

  /** Work on sockets, which throws when they are closed. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  /** Starts a daemon thread. */
  public static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                return; // One side has ended it.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
