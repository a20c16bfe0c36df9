package org.ftmpj.it.net;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.testnet.HostsNetwork;

/** Cuts links of random hosts at random moments, and restores them, until it is closed. */
public final class Weather implements AutoCloseable {
  private static final int MOST_MS = 400;

  private final HostsNetwork network;
  private final Random random;
  private final Thread thread = new Thread(this::run, "weather");
  private volatile boolean over;
  private volatile int cuts;

  public Weather(HostsNetwork network, Random random) {
    this.network = network;
    this.random = random;
    thread.start();
  }

  private void run() {
    while (!over) {
      pause();
      int host = random.nextInt(network.hosts());
      int link = random.nextInt(HostsNetwork.LINKS);
      network.cut(host, link);
      cuts++;
      pause();
      network.restore(host, link);
    }
  }

  private void pause() {
    LockSupport.parkNanos(1_000_000L * (1 + random.nextInt(MOST_MS)));
  }

  /** How many links it has cut. */
  public int cuts() {
    return cuts;
  }

  /** All links are restored when this returns. */
  @Override
  public void close() {
    over = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError("Interrupted while links are restored", e);
    }
  }
}
