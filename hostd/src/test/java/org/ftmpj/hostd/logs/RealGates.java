package org.ftmpj.hostd.logs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.journal.Retention;

/** Gates whose streams go to an event logger in this process, over TCP. */
final class RealGates implements TwoHosts.Gates, AutoCloseable {
  private final Path store;
  private final Secret secret;
  private final List<DeterminantStream> streams = new ArrayList<>();

  private EventLoggerServer server;

  private RealGates(Path store, Secret secret) {
    this.store = store;
    this.secret = secret;
    start(0);
  }

  static RealGates start(Path directory) throws Exception {
    Secret secret = Secret.of("a secret of the test's job", "the test");
    return new RealGates(directory.resolve("store"), secret);
  }

  private void start(int port) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    server =
        EventLoggerServer.start(
            new EventLoggerServer.Settings(address, store, secret, Optional.empty()));
  }

  /** The event logger is away while something is done. */
  void away(Runnable meanwhile) {
    int port = server.address().getPort();
    server.close();
    meanwhile.run();
    start(port);
  }

  /** Where it has the streams of hosts. */
  Path store() {
    return StorePlace.of(store, "job");
  }

  @Override
  public DeterminantStream open(int host, JobLayout layout, Placement placement) {
    return open(host, layout, placement, 1);
  }

  DeterminantStream open(int host, JobLayout layout, Placement placement, int incarnation) {
    StreamPruning pruning = new StreamPruning(layout);
    DeterminantStream stream =
        DeterminantStream.open(
            layout,
            placement,
            host,
            log(placement, host, incarnation, pruning),
            pruning,
            why -> {
              throw new AssertionError("A stream has failed", why);
            });
    streams.add(stream);
    return stream;
  }

  EventLog log(Placement placement, int host, int incarnation) {
    return log(placement, host, incarnation, Retention.ALL);
  }

  private EventLog log(Placement placement, int host, int incarnation, Retention needed) {
    return new OnlyLogger(server.address().getPort(), secret)
        .log(DeterminantStream.writer("job", placement, host, incarnation), needed);
  }

  @Override
  public void close() {
    streams.forEach(DeterminantStream::close);
    server.close();
  }
}
