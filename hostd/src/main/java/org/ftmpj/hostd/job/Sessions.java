package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.ftmpj.network.PathCounters;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** The sessions of this process with other hosts. */
public interface Sessions extends AutoCloseable {

  /** The addresses at which it listens, one for each path. */
  List<InetSocketAddress> addresses();

  /** A session with a host that listens at these addresses; keeps trying until it does. */
  Session connect(
      int peer,
      List<InetSocketAddress> addresses,
      Map<Topic, Receiver> receivers,
      SessionEvents events);

  /** A session with a host that is going to connect. */
  Session expect(int peer, Map<Topic, Receiver> receivers, SessionEvents events);

  /**
   * Makes all hosts and the launcher watch idle sessions on a ring, as {@link
   * org.ftmpj.network.Endpoint#watchOnRing} says.
   *
   * @param hosts how many the job has
   * @param silent is called with a watched process that is silent; may wait
   */
  void watchOnRing(int hosts, IntConsumer silent);

  /** The counters of all their paths. */
  List<PathCounters> paths();

  /** The number of connections that were dropped because they do not belong to the job. */
  long strangers();

  /** Ends all of them. */
  @Override
  void close();
}
