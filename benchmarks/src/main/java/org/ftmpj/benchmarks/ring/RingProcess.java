package org.ftmpj.benchmarks.ring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.Content;
import org.ftmpj.network.Endpoint;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/**
 * A process on the ring, which has a session with each other one, as daemons of hosts have. {@link
 * Ring} starts it and speaks to it by lines: it says {@code at PORT}, is told {@code peers
 * PORT...}, says {@code met} when it has sessions with those before it, and {@code ready} when it
 * has all; process 0 is told {@code tokens COUNT WINDOW}. It ends with its standard input.
 */
public final class RingProcess {
  private static final int JOINED = 3;

  private final int self;
  private final Endpoint endpoint;
  private final Map<Integer, Session> sessions = new HashMap<>();
  private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final CountDownLatch withThoseBefore;
  private final CountDownLatch withAll;
  private final RingMember member;

  private RingProcess(int self, int size, int detectionMs) throws IOException {
    this.self = self;
    withThoseBefore = new CountDownLatch(self);
    withAll = new CountDownLatch(size - 1);
    member = new RingMember(self, size, this::send, RingProcess::say);
    Secret secret = Secret.of("0123456789abcdef0123456789abcdef", "the benchmark");
    endpoint = Endpoint.open(self, secret, List.of(loopback(0)), options(detectionMs));
  }

  private static NetworkOptions options(int detectionMs) {
    NetworkOptions usual = NetworkOptions.defaults();
    return new NetworkOptions(
        usual.window(),
        Duration.ofMillis(detectionMs),
        usual.hostTimeout(),
        usual.checkSum(),
        usual.paths());
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /**
   * @param arguments the number of the process, how many there are, the interval of detection in ms
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != JOINED) {
      throw new IllegalArgumentException("three numbers are needed");
    }
    RingProcess process =
        new RingProcess(
            Integer.parseInt(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]));
    Thread worker = new Thread(process::work, "member");
    worker.setDaemon(true);
    worker.start();
    process.obey();
    Runtime.getRuntime().halt(0);
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }

  private void obey() throws IOException, InterruptedException {
    say("at " + endpoint.addresses().get(0).getPort());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("peers")) {
        meet(words);
        withThoseBefore.await();
        say("met");
        withAll.await();
        // As daemons do; here all learn of a death by the end of their connections.
        endpoint.watchOnRing(words.length - 2, silent -> {});
        say("ready");
      } else if (words[0].equals("tokens")) {
        work.add(() -> member.begin(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
      }
    }
  }

  /** The one with the higher number connects. */
  private void meet(String[] ports) {
    for (int peer = 0; peer < ports.length - 1; peer++) {
      Map<Topic, Receiver> receivers = Map.of(Topic.JOB, this::receive);
      if (peer < self) {
        InetSocketAddress address = loopback(Integer.parseInt(ports[peer + 1]));
        sessions.put(peer, endpoint.connect(peer, List.of(address), receivers, new Events(peer)));
      } else if (peer > self) {
        sessions.put(peer, endpoint.expect(peer, receivers, new Events(peer)));
      }
    }
  }

  private void receive(ByteBuffer content) {
    RingMessage message = RingMessage.decode(content);
    work.add(() -> member.take(message));
  }

  private void work() {
    try {
      while (true) {
        work.take().run();
      }
    } catch (InterruptedException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private void send(int to, RingMessage message, Runnable taken) {
    byte[] bytes = RingMessage.encode(message);
    Content content =
        new Content() {
          @Override
          public int length() {
            return bytes.length;
          }

          @Override
          public void write(ByteBuffer buffer) {
            buffer.put(bytes);
          }

          @Override
          public void delivered() {
            taken.run();
          }
        };
    try {
      sessions.get(to).send(Topic.JOB, content);
    } catch (FtmpjException e) {
      return; // The member is told of the session's end.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Events implements SessionEvents {
    private final int peer;

    Events(int peer) {
      this.peer = peer;
    }

    @Override
    public void established() {
      withAll.countDown();
      if (peer < self) {
        withThoseBefore.countDown();
      }
    }

    @Override
    public void lost(FtmpjException why) {
      work.add(() -> member.lost(peer));
    }
  }
}
