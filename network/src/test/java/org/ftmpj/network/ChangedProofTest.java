package org.ftmpj.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handshake that the network has damaged is not taken for another secret: it is tried again. */
@Timeout(300)
class ChangedProofTest {
  /** In the challenge, behind what tells its kind and version. */
  private static final int CHANGED = 24;

  private final NetworkOptions options = Hosts.options("tcp");
  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();

  @Test
  void shouldConnectAgainWhenTheNetworkHasDamagedAHandshake() throws Exception {
    try (Endpoint one = Hosts.open(1, 1, options);
        Endpoint two = Hosts.open(2, 1, options);
        ServerSocket relay = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      one.expect(2, Hosts.nowhere(), events1);
      Ticker.daemon(() -> relay(relay, one.addresses().get(0)), "relay");
      var address = (InetSocketAddress) relay.getLocalSocketAddress();
      two.connect(1, List.of(address), Hosts.nowhere(), events2);
      events2.established.get(120, TimeUnit.SECONDS);
    }
  }

  private static void relay(ServerSocket relay, InetSocketAddress target) {
    try {
      for (int changes = 2; ; changes--) {
        Socket from = relay.accept();
        Socket to = new Socket(target.getAddress(), target.getPort());
        int changed = changes > 0 ? CHANGED : -1;
        Ticker.daemon(() -> pass(from, to, -1), "relay there");
        Ticker.daemon(() -> pass(to, from, changed), "relay back");
      }
    } catch (IOException testIsOver) {
      return;
    }
  }

  private static void pass(Socket from, Socket to, int changed) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int at = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        out.write(at == changed ? next ^ 1 : next);
        at++;
      }
    } catch (IOException ended) {
      // So does the other direction.
      return;
    }
  }
}
