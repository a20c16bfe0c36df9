package org.ftmpj.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;

/** Hosts of tests, all on this one: what they need to meet. */
final class Hosts {
  static final Secret SECRET = secret("a secret of the tests");

  private Hosts() {}

  static Secret secret(String text) {
    try {
      return Secret.of(text, "the test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static NetworkOptions options(String paths) {
    return options(Duration.ofMillis(10), paths);
  }

  /** So seldom that no test sees it. */
  static NetworkOptions seldomLooking() {
    return options(Duration.ofHours(1), "tcp");
  }

  private static NetworkOptions options(Duration detection, String paths) {
    return new NetworkOptions(4 << 20, detection, Duration.ofSeconds(30), CheckSum.CRC32C, paths);
  }

  static Endpoint open(int number, int paths, NetworkOptions options) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return Endpoint.open(number, SECRET, Collections.nCopies(paths, any), options);
  }

  /** The same receiver for all topics. */
  static Map<Topic, Receiver> to(Receiver receiver) {
    return Map.of(Topic.JOB, receiver, Topic.CHANNELS, receiver);
  }

  /** Drops all. */
  static Map<Topic, Receiver> nowhere() {
    return to(content -> {});
  }

  static String text(ByteBuffer content) {
    return StandardCharsets.US_ASCII.decode(content).toString();
  }

  /** What becomes of a session. */
  static final class Events implements SessionEvents {
    final CompletableFuture<FtmpjException> lost = new CompletableFuture<>();
    final CompletableFuture<Void> established = new CompletableFuture<>();
    final AtomicInteger suspicions = new AtomicInteger();
    final AtomicInteger wellAgain = new AtomicInteger();

    @Override
    public void established() {
      established.complete(null);
    }

    @Override
    public void suspected() {
      suspicions.incrementAndGet();
    }

    @Override
    public void wellAgain() {
      wellAgain.incrementAndGet();
    }

    @Override
    public void lost(FtmpjException why) {
      lost.complete(why);
    }
  }

  static long sum(List<PathCounters> counters, ToLongFunction<PathCounters> of) {
    return counters.stream().mapToLong(of).sum();
  }
}
