package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port that no process listens on, and none of those that the system gives to outgoing
 * connections: one of them could have it before it is listened on, or between two processes that
 * do.
 */
public final class FreePort {
  private static final int LOWEST = 10_000;

  /** Where those begin on Linux, if it is set up as usual. */
  private static final int EPHEMERAL = 32_768;

  private FreePort() {}

  public static int any() {
    int port;
    do {
      port = ThreadLocalRandom.current().nextInt(LOWEST, EPHEMERAL);
    } while (!isFree(port));
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return free.isBound();
    } catch (BindException taken) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
