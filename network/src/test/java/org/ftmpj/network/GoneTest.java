package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.path.ConnectReply;
import org.ftmpj.network.path.Opening;
import org.ftmpj.network.path.PathConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a process is taken for gone because its connections have ended. */
class GoneTest {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NetworkOptions options = NetworkOptions.defaults();
  private long nowNs = System.nanoTime();
  private final Ticker ticker = new Ticker();
  private final HostSession session = new HostSession(2, options, ticker);
  private final Health health =
      new Health(
          session,
          new Outgoing(options.window(), options.detection().toNanos()),
          new Incoming(options.window()),
          options);

  @BeforeEach
  void start() {
    session.start(new Admission.Admitted(Hosts.nowhere(), new Hosts.Events()));
  }

  @AfterEach
  void stop() {
    session.close();
    ticker.close();
  }

  @Test
  void shouldBeGoneSoonWhenItHasEndedAllConnectionsAndMakesNone() {
    connectAndEnd(0, true);
    pass(5);
    assertThat(session.isOver()).isTrue();
  }

  /** Who accepts may take a connection for made whose other end has given it up meanwhile. */
  @Test
  void shouldHaveMoreTimeWhenItHasGivenUpAnAttempt() {
    connectAndEnd(0, true);
    connectAndEnd(1, false);
    pass(14);
    assertThat(session.isOver()).isFalse();
    pass(5);
    assertThat(session.isOver()).isTrue();
  }

  /** It has not come to the second connection yet, and may lose the first by damage. */
  @Test
  void shouldHaveMoreTimeWhenAPathWasNeverConnected() {
    session.paths().at(1);
    connectAndEnd(0, true);
    pass(14);
    assertThat(session.isOver()).isFalse();
    pass(5);
    assertThat(session.isOver()).isTrue();
  }

  private void connectAndEnd(int path, boolean heard) {
    SessionConnection link = new SessionConnection(session, session.paths().at(path));
    link.begun(
        new Silent(), new Opening(ConnectReply.WELCOME, options.window(), CheckSum.CRC32C, 1));
    link.seen = heard ? 1 : 0;
    link.ended(link.connection, new EOFException("The other side has closed the connection"));
  }

  private void pass(int seconds) {
    long endNs = nowNs + TimeUnit.SECONDS.toNanos(seconds);
    for (; nowNs < endNs; nowNs += LOOK_NS) {
      health.lookIfDue(nowNs);
    }
  }

  /** Sends nothing, and nothing comes. */
  private static final class Silent implements PathConnection {
    @Override
    public ByteBuffer claim(int length) {
      return null;
    }

    @Override
    public void commit() {}

    @Override
    public void abandon() {}

    @Override
    public void requestWritable() {}

    @Override
    public long heard() {
      return 0;
    }

    @Override
    public void endSoon() {}

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }
}
