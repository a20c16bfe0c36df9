package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.server.RaftServer;
import org.ftmpj.common.secret.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at the port of a member. */
@Timeout(300)
class MemberPortTest {
  private static final int STRANGERS = 4 * MemberPort.MOST_UNKNOWN;

  private static final int MANY = 1_500;

  /** For those that are unknown, as many that are being closed, and some of other kinds. */
  private static final int MOST_DESCRIPTORS = 4 * MemberPort.MOST_UNKNOWN;

  @TempDir Path directory;

  static {
    new RatisOpener(); // Members are opened without native code, as by the product.
  }

  @Test
  void shouldKeepFewStrangersAndLetMembersIn() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    Secret secret = Secret.of("the secret of this job", "test");
    List<SocketChannel> strangers = new ArrayList<>();
    try (RaftServer member =
        RatisCoordination.start(RaftSettings.of(directory, here, 0), secret, "a")) {
      InetSocketAddress address =
          new InetSocketAddress(here, member.getServerRpc().getInetSocketAddress().getPort());
      for (int i = 0; i < STRANGERS; i++) {
        SocketChannel stranger = SocketChannel.open(address);
        stranger.configureBlocking(false);
        strangers.add(stranger);
      }
      await().until(() -> open(strangers) <= MemberPort.MOST_UNKNOWN);
      try (SSLSocket client = client(secret, address)) {
        client.startHandshake();
        assertThat(client.getInputStream().read()).isNotNegative();
      }
      // Those that stay are given up, too.
      await().until(() -> open(strangers) == 0);
    } finally {
      for (SocketChannel stranger : strangers) {
        stranger.close();
      }
    }
  }

  /**
   * However slowly those that it has closed are: they are closed by threads that have more to do.
   */
  @Test
  void shouldHoldFewDescriptorsOpenForManyStrangers() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    List<SocketChannel> strangers = new ArrayList<>();
    try (RaftServer member =
        RatisCoordination.start(
            RaftSettings.of(directory, here, 0), Secret.of("a secret of this job", "test"), "a")) {
      InetSocketAddress address =
          new InetSocketAddress(here, member.getServerRpc().getInetSocketAddress().getPort());
      strangers.add(SocketChannel.open(address)); // Has all classes loaded.
      int before = descriptors() - strangers.size();
      int most = 0;
      while (strangers.size() < MANY) {
        strangers.add(SocketChannel.open(address));
        most = Math.max(most, descriptors() - strangers.size() - before);
      }
      System.out.println("Descriptors for " + MANY + " strangers: " + most);
      assertThat(most).isLessThan(MOST_DESCRIPTORS);
    } finally {
      for (SocketChannel stranger : strangers) {
        stranger.close();
      }
    }
  }

  private static int descriptors() {
    return Path.of("/proc/self/fd").toFile().list().length;
  }

  private static SSLSocket client(Secret secret, InetSocketAddress address) throws Exception {
    GrpcTlsConfig tls = SecretTls.by(secret);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        new KeyManager[] {tls.getKeyManager().getKeyManager()},
        new TrustManager[] {tls.getTrustManager().getTrustManager()},
        null);
    SSLSocket client =
        (SSLSocket)
            context.getSocketFactory().createSocket(address.getAddress(), address.getPort());
    SSLParameters parameters = client.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    client.setSSLParameters(parameters);
    return client;
  }

  /** How many the other side has not ended. */
  private static long open(List<SocketChannel> channels) {
    return channels.stream().filter(MemberPortTest::isOpen).count();
  }

  private static boolean isOpen(SocketChannel channel) {
    try {
      return channel.read(ByteBuffer.allocate(100)) >= 0;
    } catch (IOException reset) {
      return false;
    }
  }
}
