package org.ftmpj.network.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TlsTest {
  /** After each of so many bytes both sides agree on other keys; 128 GiB if it is not set. */
  private static final int BYTES_PER_KEY = 1 << 18;

  @TempDir private static Path directory;

  private static Certificates certificates;

  private SocketChannel connecting;
  private SocketChannel accepting;

  @BeforeAll
  static void makeCertificates() throws Exception {
    Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^18");
    certificates = new Certificates(directory);
    certificates.make("one", "EC");
    certificates.make("two", "RSA");
    certificates.make("stranger", "Ed25519");
  }

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      connecting = SocketChannel.open(server.getLocalAddress());
      accepting = server.accept();
    }
    connecting.configureBlocking(false);
    accepting.configureBlocking(false);
  }

  @AfterEach
  void close() throws IOException {
    connecting.close();
    accepting.close();
  }

  @Test
  void shouldBringBytesInBothDirectionsThroughSeveralKeys() throws Exception {
    Wire one = certificates.tls("one", "two").connecting(connecting);
    Wire two = certificates.tls("two", "one").accepting(accepting);
    CompletableFuture<Long> there = begin(two, () -> echo(two, 12 * BYTES_PER_KEY));

    begin(one);
    long sum = send(one, 12 * BYTES_PER_KEY);

    assertThat(there.get()).isEqualTo(sum);
  }

  @Test
  void shouldNotBelieveACertificateThatIsNotTrusted() throws Exception {
    refuses(
        certificates.tls("one", "two").connecting(connecting),
        certificates.tls("stranger", "one").accepting(accepting));
  }

  @Test
  void shouldNotBelieveAConnectionWhoseCertificateIsNotTrusted() throws Exception {
    Wire two = certificates.tls("two", "one").accepting(accepting);
    Wire stranger = certificates.tls("stranger", "two").connecting(connecting);
    CompletableFuture<Long> there = begin(two, () -> 0L);

    // In TLS 1.3 it hears of it after its own part is over.
    assertThatThrownBy(
            () -> {
              begin(stranger);
              await(stranger, SelectionKey.OP_READ);
              stranger.read(ByteBuffer.allocate(1));
            })
        .isInstanceOf(SSLException.class);
    assertThat(failure(there)).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldNotTalkToWhatHasNoTls() throws Exception {
    Wire one = certificates.tls("one", "two").connecting(connecting);
    accepting.write(ByteBuffer.wrap(new byte[100]));
    assertThatThrownBy(() -> begin(one)).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldNotTalkAnOlderVersion() throws Exception {
    SSLEngine older = SSLContext.getDefault().createSSLEngine();
    older.setUseClientMode(true);
    older.setEnabledProtocols(new String[] {"TLSv1.2"});
    refuses(new TlsWire(connecting, older), certificates.tls("two", "one").accepting(accepting));
  }

  @Test
  void shouldSayWhichFileIsWrong() throws Exception {
    Path nothing = Files.writeString(directory.resolve("nothing"), "nothing");
    Path one = certificates.certificate("one");
    Path key = certificates.key("one");

    assertThatThrownBy(() -> Tls.of(one, nothing, one))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1724")
        .hasMessageContaining(nothing.toString());
    assertThatThrownBy(() -> Tls.of(nothing, key, one)).hasMessageContaining(nothing.toString());
    assertThatThrownBy(() -> Tls.of(one, key, nothing)).hasMessageContaining(nothing.toString());
    assertThatThrownBy(() -> Tls.of(one, key, directory.resolve("none")))
        .hasMessageContaining("none: no such file");
    assertThatThrownBy(() -> Tls.of(one, certificates.key("two"), one))
        .hasMessageContaining("is not the key of");
  }

  private interface Work {
    long run() throws IOException;
  }

  /** Sends bytes in pieces of any size, reads them back, and returns their sum. */
  private static long send(Wire wire, int length) throws IOException {
    Random random = new Random(1);
    ByteBuffer out = ByteBuffer.allocateDirect(100_000).limit(0);
    ByteBuffer in = ByteBuffer.allocate(70_000);
    int sent = 0;
    int back = 0;
    long sum = 0;
    while (back < length) {
      if (!out.hasRemaining() && sent < length) {
        byte[] piece = new byte[Math.min(length - sent, 1 + random.nextInt(100_000))];
        random.nextBytes(piece);
        sum = sum(sum, ByteBuffer.wrap(piece));
        out.clear().put(piece).flip();
        sent += piece.length;
      }
      boolean written = wire.write(out);
      in.clear().limit(1 + random.nextInt(in.capacity()));
      back += wire.read(in);
      if (in.position() == 0 && !(written && sent < length)) {
        await(wire, written ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      }
    }
    return sum;
  }

  /** Sends back what comes, and returns the sum of so many bytes. */
  private static long echo(Wire wire, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(50_000);
    long sum = 0;
    int come = 0;
    while (come < length) {
      bytes.clear();
      int read = wire.read(bytes);
      if (read == 0) {
        await(wire, SelectionKey.OP_READ);
      }
      come += read;
      bytes.flip();
      sum = sum(sum, bytes.duplicate());
      while (!wire.write(bytes)) {
        await(wire, SelectionKey.OP_WRITE);
      }
    }
    return sum;
  }

  private static long sum(long before, ByteBuffer bytes) {
    long sum = before;
    while (bytes.hasRemaining()) {
      sum = 31 * sum + bytes.get();
    }
    return sum;
  }

  private static void refuses(Wire connecting, Wire accepting) throws Exception {
    CompletableFuture<Long> there = begin(accepting, () -> 0L);
    assertThatThrownBy(() -> begin(connecting)).isInstanceOf(IOException.class);
    connecting.channel().close();
    assertThat(failure(there)).isInstanceOf(IOException.class);
  }

  private static CompletableFuture<Long> begin(Wire wire, Work work) {
    CompletableFuture<Long> result = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                begin(wire);
                result.complete(work.run());
              } catch (IOException e) {
                result.completeExceptionally(e);
              }
            })
        .start();
    return result;
  }

  private static void begin(Wire wire) throws IOException {
    for (int operation = wire.begin(); operation != 0; operation = wire.begin()) {
      await(wire, operation);
    }
  }

  private static void await(Wire wire, int operation) throws IOException {
    if (!wire.hasMore()) {
      try (Selector selector = Selector.open()) {
        wire.channel().register(selector, operation);
        selector.select();
      }
    }
  }

  private static Throwable failure(CompletableFuture<Long> side) throws InterruptedException {
    try {
      throw new AssertionError("It has returned " + side.get());
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
