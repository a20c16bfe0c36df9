package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.testing.SocketThreads;
import org.ftmpj.logger.wire.Incarnation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A network between rank and event logger that changes what the logger says: the connection is made
 * again, and the rank does not take the logger for another one.
 */
class DamagedConnectionTest extends WithServer {
  /** Where a byte is that each frame and each message of a handshake has. */
  private static final int CHANGED = Integer.BYTES;

  /** Where the low byte of the version is in a message of a handshake. */
  private static final int VERSION = 11;

  private final ServerSocket relay;

  /** In so many of the pieces that come next a byte is changed. */
  private final AtomicInteger changes = new AtomicInteger();

  private volatile boolean speaksAnotherVersion;

  DamagedConnectionTest() throws IOException {
    relay = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @BeforeEach
  void listen() {
    SocketThreads.start(
        () -> {
          while (true) {
            Socket from = relay.accept();
            Socket to = new Socket(server.address().getAddress(), server.address().getPort());
            SocketThreads.start(() -> pass(from, to, false));
            SocketThreads.start(() -> pass(to, from, true));
          }
        });
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
  }

  @Test
  void shouldConnectAgainWhenAFrameWasChanged() {
    QuorumEventLog log = log();
    Records.of(log);
    changes.set(1);
    Records.append(log, 1, 1, 1);
    log.awaitStable(1);
    assertThat(changes).hasValue(0);
  }

  @Test
  void shouldTryAgainWhenTheHandshakeWasDamaged() {
    QuorumEventLog log = log();
    changes.set(5);
    assertThat(Records.of(log).count()).isZero();
    assertThat(changes).hasValue(0);
  }

  @Test
  void shouldStopWhenTheLoggerSpeaksAnotherVersion() {
    QuorumEventLog log = log();
    speaksAnotherVersion = true;
    assertThatThrownBy(() -> Records.of(log)).satisfies(hasCode(ErrorCode.LOG_VERSION));
  }

  private QuorumEventLog log() {
    return new OnlyLogger(relay.getLocalPort(), server.secret()).log(new Incarnation("job", 0, 1));
  }

  private void pass(Socket from, Socket to, boolean damaged) throws IOException {
    byte[] piece = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        if (damaged && changes.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
          piece[CHANGED] ^= 1 << 4;
        }
        if (damaged && speaksAnotherVersion) {
          piece[VERSION]++;
          check(piece, length);
        }
        out.write(piece, 0, length);
      }
    }
  }

  /** Gives a message of a handshake its check sum. */
  private static void check(byte[] message, int length) {
    CRC32C sum = new CRC32C();
    sum.update(message, 0, length - Integer.BYTES);
    ByteBuffer.wrap(message).putInt(length - Integer.BYTES, (int) sum.getValue());
  }
}
