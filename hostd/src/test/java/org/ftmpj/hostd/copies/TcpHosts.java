package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.Endpoint;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;

/** Hosts in this process, with a session over TCP between any two of them. */
final class TcpHosts implements AutoCloseable {
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Map<Pair, Session> sessions = new ConcurrentHashMap<>();
  private final Map<Integer, Taker> takers = new ConcurrentHashMap<>();
  private final Lost lost;

  private record Pair(int from, int to) {}

  /** Takes what comes to a host about copies. */
  interface Taker {
    void take(int from, ByteBuffer content);
  }

  /** Learns that a host has lost the session with another one. */
  interface Lost {
    void lost(int by, int host);
  }

  TcpHosts(int hosts, Lost lost) throws IOException {
    this.lost = lost;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int host = 1; host <= hosts; host++) {
      endpoints.add(
          Endpoint.open(
              host, Secret.of("a secret of the test's job", "the test"), List.of(any), patient()));
    }
    for (int one = 1; one <= hosts; one++) {
      for (int other = 1; other < one; other++) {
        connect(one, other);
      }
    }
  }

  /** Not to be disturbed by false alarms: the machine may have more to do than this test. */
  private static NetworkOptions patient() {
    NetworkOptions usual = NetworkOptions.defaults();
    return new NetworkOptions(
        usual.window(),
        Duration.ofSeconds(1),
        usual.hostTimeout(),
        usual.checkSum(),
        usual.paths());
  }

  private void connect(int one, int other) {
    Endpoint accepting = endpoints.get(other - 1);
    sessions.put(
        new Pair(other, one),
        accepting.expect(one, receivers(other, one), why -> lost.lost(other, one)));
    sessions.put(
        new Pair(one, other),
        endpoints
            .get(one - 1)
            .connect(
                other, accepting.addresses(), receivers(one, other), why -> lost.lost(one, other)));
  }

  private Map<Topic, Receiver> receivers(int self, int from) {
    return Map.of(Topic.COPIES, content -> takers.get(self).take(from, content));
  }

  /** What comes to that host about copies goes there. */
  void receiveBy(int host, Taker taker) {
    takers.put(host, taker);
  }

  Session session(int from, int to) {
    return sessions.get(new Pair(from, to));
  }

  /** Ends all sessions of that host. */
  void lose(int host) {
    endpoints.get(host - 1).close();
  }

  @Override
  public void close() {
    endpoints.forEach(Endpoint::close);
  }
}
