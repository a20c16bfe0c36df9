package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bits that are flipped above TCP, one of a million bytes: each is found and what it was in is sent
 * again. It is found as a frame that does not open, or as a header that is none, which ends its
 * connection.
 */
@Timeout(300)
class FlipsTest {
  private static final int CONTENTS = Integer.getInteger("network.flips.contents", 1_000);

  private final long seed = Long.getLong("test.seed", System.nanoTime());
  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();

  @Test
  @Rotated(
      kind = "silent hosts and changed bits",
      turns = {1, 5})
  void shouldFindEachAndSendAgainWhatItWasIn() throws Exception {
    Traffic traffic = new Traffic(CONTENTS, number -> Content.MOST - (int) (number % 1000));
    NetworkOptions options = Hosts.options("tcp");
    AtomicReference<List<Endpoint>> both = new AtomicReference<>(List.of());
    try (Endpoint one = Hosts.open(1, 1, options);
        Endpoint two = Hosts.open(2, 1, options);
        FlippingRelay relay =
            new FlippingRelay(one.addresses().get(0), () -> found(both.get()), seed)) {
      both.set(List.of(one, two));
      two.connect(1, List.of(relay.address()), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      traffic.send(to2);
      traffic.received().get(120, TimeUnit.SECONDS);
      // The very last one may have gone down with its connection, which nothing has followed.
      await().until(() -> found(both.get()) + relay.lost() >= relay.flips() - 1);
      System.out.printf(
          "-Dtest.seed=%d: %d bits flipped, %d found, %d lost with their connections%n",
          seed, relay.flips(), found(both.get()), relay.lost());
      assertThat(relay.flips()).isGreaterThan(CONTENTS / 50);
      long catchable = relay.flips() - relay.lost();
      assertThat(found(both.get())).isBetween(catchable - 1, catchable);
      assertThat(relay.lost()).isLessThan(relay.flips() / 4);
      assertThat(Hosts.sum(one.counters(), PathCounters::retransmitted)).isPositive();
    }
  }

  private static long found(List<Endpoint> endpoints) {
    return endpoints.stream()
        .mapToLong(endpoint -> Hosts.sum(endpoint.counters(), PathCounters::corrupt))
        .sum();
  }
}
