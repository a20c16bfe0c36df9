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
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.server.EventLoggerServer;

/** Gates whose streams go to an event logger in this process, over TCP. */
final class RealGates implements TwoHosts.Gates, AutoCloseable {
  private final EventLoggerServer server;
  private final Secret secret;
  private final List<DeterminantStream> streams = new ArrayList<>();

  private RealGates(EventLoggerServer server, Secret secret) {
    this.server = server;
    this.secret = secret;
  }

  static RealGates start(Path directory) throws Exception {
    Secret secret = Secret.of("a secret of the test's job", "the test");
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new RealGates(
        EventLoggerServer.start(
            new EventLoggerServer.Settings(
                any, directory.resolve("store"), secret, Optional.empty())),
        secret);
  }

  @Override
  public EdgeGate open(int host, JobLayout layout, Placement placement) {
    DeterminantStream stream =
        DeterminantStream.open(
            layout,
            placement,
            host,
            log(placement, host, 1),
            why -> {
              throw new AssertionError("A stream has failed", why);
            });
    streams.add(stream);
    return stream;
  }

  RemoteEventLog log(Placement placement, int host, int incarnation) {
    return new RemoteEventLog(
        new RemoteEventLog.Settings(
            server.address().getHostString(),
            server.address().getPort(),
            secret,
            DeterminantStream.writer("job", placement, host, incarnation)));
  }

  @Override
  public void close() {
    streams.forEach(DeterminantStream::close);
    server.close();
  }
}
