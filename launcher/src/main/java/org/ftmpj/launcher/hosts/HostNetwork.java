package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.network.Endpoint;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.network.PathCounters;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/**
 * The sessions of this process with others over the network.
 *
 * @param endpoint listens
 */
record HostNetwork(Endpoint endpoint) implements Sessions {

  /**
   * Listens from now on.
   *
   * @param self the number of this host
   * @param secret the job's
   * @throws FtmpjException CANNOT_MEET if it cannot listen at an address, WRONG_SECRET if that is
   *     no secret
   */
  static Sessions open(
      int self, String secret, List<InetSocketAddress> bind, NetworkOptions options) {
    return new HostNetwork(Endpoint.open(self, secret(secret), bind, options));
  }

  private static Secret secret(String text) {
    try {
      return Secret.of(text, "what was given");
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.WRONG_SECRET, e.getMessage(), e);
    }
  }

  @Override
  public List<InetSocketAddress> addresses() {
    return endpoint.addresses();
  }

  @Override
  public Session connect(
      int peer,
      List<InetSocketAddress> addresses,
      Map<Topic, Receiver> receivers,
      SessionEvents events) {
    return endpoint.connect(peer, addresses, receivers, events);
  }

  @Override
  public Session expect(int peer, Map<Topic, Receiver> receivers, SessionEvents events) {
    return endpoint.expect(peer, receivers, events);
  }

  @Override
  public void watchOnRing(int hosts, IntConsumer silent) {
    endpoint.watchOnRing(hosts, silent);
  }

  @Override
  public List<PathCounters> paths() {
    return endpoint.counters();
  }

  @Override
  public long strangers() {
    return endpoint.strangers();
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
