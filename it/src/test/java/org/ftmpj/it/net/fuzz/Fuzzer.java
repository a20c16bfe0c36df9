package org.ftmpj.it.net.fuzz;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A program that connects to ports again and again and does what no host of a job does there
 * ({@link Attack}), in several threads, until a line comes. Then it says how much it has done.
 *
 * <p>Arguments: a seed, the number of threads, {@code ADDRESS:PORT...}; what takes datagrams is on
 * the loopback address.
 */
public final class Fuzzer {
  private final Map<Attack, AtomicLong> done = new EnumMap<>(Attack.class);
  private final AtomicLong refused = new AtomicLong();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final List<InetSocketAddress> targets;

  private final List<InetSocketAddress> doorbells;
  private final AtomicLong rings = new AtomicLong();

  private Fuzzer(List<InetSocketAddress> targets, List<InetSocketAddress> doorbells) {
    this.targets = targets;
    this.doorbells = doorbells;
    for (Attack attack : Attack.values()) {
      done.put(attack, new AtomicLong());
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    long seed = Long.parseLong(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    Map<Boolean, List<InetSocketAddress>> local =
        Arrays.stream(arguments)
            .skip(2)
            .map(Fuzzer::address)
            .collect(Collectors.partitioningBy(to -> to.getAddress().isLoopbackAddress()));
    Fuzzer fuzzer = new Fuzzer(local.get(false), local.get(true));
    List<Thread> attackers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Random random = new Random(seed * threads + i);
      Thread attacker = new Thread(() -> fuzzer.attack(random), "attacker " + i);
      attacker.start();
      attackers.add(attacker);
    }
    Thread ringer = new Thread(() -> fuzzer.ring(new Random(seed)), "ringer");
    ringer.start();
    attackers.add(ringer);
    new Scanner(System.in).hasNextLine();
    fuzzer.ended.set(true);
    for (Thread attacker : attackers) {
      attacker.join();
    }
    System.out.println(
        "refused " + fuzzer.refused + " done " + fuzzer.done + " rings " + fuzzer.rings);
  }

  private void attack(Random random) {
    while (!ended.get()) {
      Attack attack = Attack.any(random);
      try {
        attack.at(targets.get(random.nextInt(targets.size())), random);
        done.get(attack).incrementAndGet();
      } catch (IOException e) {
        refused.incrementAndGet();
      }
    }
  }

  /** Datagrams of any size, now and then many at once. */
  private void ring(Random random) {
    try (DatagramSocket socket = new DatagramSocket()) {
      while (!ended.get() && !doorbells.isEmpty()) {
        InetSocketAddress doorbell = doorbells.get(random.nextInt(doorbells.size()));
        byte[] bytes = new byte[random.nextInt(2000)];
        for (int times = random.nextInt(20) == 0 ? 500 : 1; times > 0; times--) {
          socket.send(new DatagramPacket(bytes, bytes.length, doorbell));
          rings.incrementAndGet();
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(20)));
      }
    } catch (IOException e) {
      System.err.println("Cannot ring: " + e);
    }
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }
}
