package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.ftmpj.common.secret.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The keys and the trust that members have, in connections of the JDK's TLS. */
@Timeout(300)
class SecretTlsTest {
  private static final int BYTE = 42;

  @Test
  void shouldConnectThoseWhoKnowTheSecret() throws Exception {
    assertThat(exchange(context("the secret of this job"), context("the secret of this job")))
        .isEqualTo(BYTE);
  }

  @Test
  void shouldNotConnectWithThoseWhoDoNot() throws Exception {
    SSLContext member = context("the secret of this job");
    SSLContext stranger = context("another secret, not that");
    assertThatThrownBy(() -> exchange(member, stranger)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> exchange(stranger, member)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldNotConnectWithAClientThatHasNoKey() throws Exception {
    SSLContext withoutKey = SSLContext.getInstance("TLS");
    GrpcTlsConfig trusting = SecretTls.by(Secret.of("the secret of this job", "test"));
    withoutKey.init(null, new TrustManager[] {trusting.getTrustManager().getTrustManager()}, null);
    assertThatThrownBy(() -> exchange(context("the secret of this job"), withoutKey))
        .isInstanceOf(IOException.class);
  }

  private static SSLContext context(String secret) throws Exception {
    GrpcTlsConfig tls = SecretTls.by(Secret.of(secret, "test"));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        new KeyManager[] {tls.getKeyManager().getKeyManager()},
        new TrustManager[] {tls.getTrustManager().getTrustManager()},
        null);
    return context;
  }

  /** What the server reads of what the client has sent, when both have agreed to talk. */
  private static int exchange(SSLContext server, SSLContext client) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (SSLServerSocket listening =
        (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0, 1, here)) {
      listening.setNeedClientAuth(true);
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(() -> send(client, here, listening.getLocalPort()));
      int read;
      try (Socket accepted = listening.accept()) {
        read = accepted.getInputStream().read();
      }
      sent.join();
      return read;
    }
  }

  private static void send(SSLContext client, InetAddress host, int port) {
    try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket(host, port)) {
      socket.getOutputStream().write(BYTE);
    } catch (IOException refused) {
      // What matters is what the server sees.
      return;
    }
  }
}
