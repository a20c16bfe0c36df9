package org.ftmpj.it.net;

import java.nio.file.Path;
import java.util.Random;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Hosts whose network does all that a network can do: packets are lost, a link is slow, links are
 * cut and restored at random, and a relay between one host and the others flips bits, doubles and
 * moves pieces above TCP. What it does follows from a seed.
 */
public final class BadNetwork implements AutoCloseable {
  private static final double LOST_PERCENT = 5;
  private static final double FLIPS = 1e-6;
  private static final double DOUBLES = 0.001;

  private final HostsNetwork network;
  private final Relay relay;
  private final NetworkJobs jobs;
  private final Weather weather;

  private BadNetwork(HostsNetwork network, Relay relay, NetworkJobs jobs, Weather weather) {
    this.network = network;
    this.relay = relay;
    this.jobs = jobs;
    this.weather = weather;
  }

  /**
   * A network that is bad from the beginning.
   *
   * @param hosts that have ranks; the launcher is on one more
   * @param directory for scripts
   */
  public static BadNetwork of(int hosts, Path directory, Random random) {
    HostsNetwork network = TestHosts.of(hosts + 1);
    try {
      for (int link = 0; link < HostsNetwork.LINKS; link++) {
        network.lose(link, LOST_PERCENT);
      }
      network.shape(1, random.nextInt(HostsNetwork.LINKS), "100mbit");
      // The last host connects to all others.
      int link = random.nextInt(HostsNetwork.LINKS);
      Relay relay = Relay.at(network, hosts, link, random.nextInt(Integer.MAX_VALUE));
      relay.flip(FLIPS);
      relay.twice(DOUBLES);
      relay.move(DOUBLES);
      NetworkJobs jobs = new NetworkJobs(network, directory);
      return new BadNetwork(network, relay, jobs, new Weather(network, random));
    } catch (AssertionError | RuntimeException e) {
      network.close();
      throw e;
    }
  }

  /** The same job on its hosts. */
  public JobSpec on(JobSpec spec) {
    return jobs.on(spec);
  }

  /** What it has done so far, in words. */
  public String done() {
    Relay.Done done = relay.flip(FLIPS);
    return "%d cuts, %d bits flipped, %d pieces doubled, %d moved"
        .formatted(weather.cuts(), done.flipped(), done.doubled(), done.moved());
  }

  @Override
  public void close() {
    weather.close();
    relay.close();
    network.close();
  }
}
