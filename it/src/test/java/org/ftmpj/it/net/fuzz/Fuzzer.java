package org.ftmpj.it.net.fuzz;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that connects to ports again and again and does what no host of a job does there
 * ({@link Attack}), in several threads, until a line comes. Then it says how much it has done.
 *
 * <p>Arguments: a seed, the number of threads, {@code ADDRESS:PORT...}.
 */
public final class Fuzzer {
  private final Map<Attack, AtomicLong> done = new EnumMap<>(Attack.class);
  private final AtomicLong refused = new AtomicLong();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final List<InetSocketAddress> targets;

  private Fuzzer(List<InetSocketAddress> targets) {
    this.targets = targets;
    for (Attack attack : Attack.values()) {
      done.put(attack, new AtomicLong());
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    long seed = Long.parseLong(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    List<InetSocketAddress> targets =
        Arrays.stream(arguments).skip(2).map(Fuzzer::address).toList();
    Fuzzer fuzzer = new Fuzzer(targets);
    List<Thread> attackers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Random random = new Random(seed * threads + i);
      Thread attacker = new Thread(() -> fuzzer.attack(random), "attacker " + i);
      attacker.start();
      attackers.add(attacker);
    }
    new Scanner(System.in).hasNextLine();
    fuzzer.ended.set(true);
    for (Thread attacker : attackers) {
      attacker.join();
    }
    System.out.println("refused " + fuzzer.refused + " done " + fuzzer.done);
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

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }
}
