package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.network.frame.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stranger between two hosts, who records what they say, and says a frame once more. */
@Timeout(300)
class EavesdropperTest {
  private static final String SECRET = "what nobody else may read ";
  private static final int CONTENTS = 300;

  /** What follows the hello is sealed: the opening, then frames. */
  private static final int OPENING = 20 + FrameSealer.OVERHEAD;

  private static final int REPEATED = 20;

  private final NetworkOptions options = Hosts.options("tcp");
  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream(); // guarded by itself
  private final AtomicInteger frames = new AtomicInteger();

  @Test
  void shouldNeitherReadNorRepeatWhatIsSent() throws Exception {
    List<String> came = Collections.synchronizedList(new ArrayList<>());
    try (Endpoint one = Hosts.open(1, 1, options);
        Endpoint two = Hosts.open(2, 1, options);
        ServerSocket relay = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      one.expect(2, Hosts.to(content -> came.add(Hosts.text(content))), events1);
      Ticker.daemon(() -> listen(relay, one.addresses().get(0)), "relay");
      var address = (InetSocketAddress) relay.getLocalSocketAddress();
      Session to1 = two.connect(1, List.of(address), Hosts.nowhere(), events2);
      events2.established.get(120, TimeUnit.SECONDS);
      for (int i = 0; i < CONTENTS; i++) {
        to1.send(Topic.CHANNELS, Content.of((SECRET + i).getBytes(StandardCharsets.US_ASCII)));
      }
      await().until(() -> came.size() >= CONTENTS);

      assertThat(came).isEqualTo(IntStream.range(0, CONTENTS).mapToObj(i -> SECRET + i).toList());
      assertThat(frames.get()).isGreaterThan(REPEATED);
      assertThat(Hosts.sum(one.counters(), PathCounters::corrupt)).isPositive();
    }
    synchronized (heard) {
      String all = heard.toString(StandardCharsets.ISO_8859_1);
      assertThat(all.length()).isGreaterThan(CONTENTS * SECRET.length());
      assertThat(all).doesNotContain("nobody");
    }
  }

  private void listen(ServerSocket relay, InetSocketAddress target) {
    try {
      while (true) {
        Socket from = relay.accept();
        Socket to = new Socket(target.getAddress(), target.getPort());
        Ticker.daemon(() -> passFrames(from, to), "relay there");
        Ticker.daemon(() -> passBytes(to, from), "relay back");
      }
    } catch (IOException testIsOver) {
      return;
    }
  }

  private void passFrames(Socket from, Socket to) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      OutputStream out = to.getOutputStream();
      out.write(in.readNBytes(Protocol.HOSTS.helloLength()));
      out.write(in.readNBytes(OPENING));
      while (true) {
        byte[] header = in.readNBytes(Frame.HEADER);
        int rest = Frame.decode(ByteBuffer.wrap(header), 0).length() + FrameSealer.OVERHEAD;
        byte[] frame =
            ByteBuffer.allocate(header.length + rest).put(header).put(in.readNBytes(rest)).array();
        record(frame, frame.length);
        out.write(frame);
        if (frames.incrementAndGet() == REPEATED) {
          out.write(frame);
        }
      }
    } catch (IOException | IndexOutOfBoundsException ended) {
      // So does the other direction.
      return;
    }
  }

  private void passBytes(Socket from, Socket to) {
    byte[] piece = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        record(piece, length);
        to.getOutputStream().write(piece, 0, length);
      }
    } catch (IOException ended) {
      return;
    }
  }

  private void record(byte[] bytes, int length) {
    synchronized (heard) {
      heard.write(bytes, 0, length);
    }
  }
}
