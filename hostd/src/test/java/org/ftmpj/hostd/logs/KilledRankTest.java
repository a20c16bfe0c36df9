package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
@Rotated(
    kind = "logs of hosts",
    turns = {3, 7})
class KilledRankTest {
  private static final int KILLS = 3;
  private static final int MESSAGES_PER_LIFE = 60;

  @TempDir Path directory;

  @Test
  void shouldDeliverEveryMessageOnceWhileTheSenderIsKilledAgainAndAgain() throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("KilledRankTest: -Dtest.seed=" + seed);
    Random random = new Random(seed);
    try (TwoHosts hosts =
            TwoHosts.start(directory, new Random(seed), TwoHosts.Gates.OPEN, false, 1, 2);
        ChronicleInterconnect receiver = hosts.rank(1, 1)) {
      long received = 0;
      for (int incarnation = 1; incarnation <= KILLS; incarnation++) {
        Process sender = start(incarnation, Long.MAX_VALUE);
        try {
          long until = received + MESSAGES_PER_LIFE + random.nextInt(MESSAGES_PER_LIFE);
          // What arrives is not copied before the sender is dead: it may be a part.
          received = receiveUntil(receiver, hosts, received, until, new ArrayList<>());
        } finally {
          sender.destroyForcibly().waitFor();
        }
      }
      List<Arrival.Message> messages = new ArrayList<>();
      long last = received + 2 * MESSAGES_PER_LIFE;
      Process sender = start(KILLS + 1, last);
      try {
        assertThat(receiveUntil(receiver, hosts, received, last, messages)).isEqualTo(last);
        for (Arrival.Message message : messages) {
          Rank.check(receiver, message);
        }
        assertThat(sender.waitFor()).isZero();
      } finally {
        sender.destroyForcibly().waitFor();
      }
      hosts.requireSuccess();
      // A restarted receiver reads the same, and all of it is whole.
      try (ChronicleInterconnect again = hosts.rank(1, 2)) {
        List<Arrival.Message> all = new ArrayList<>();
        assertThat(receiveUntil(again, hosts, 0, last, all)).isEqualTo(last);
        for (int i = 0; i < all.size(); i += 5) {
          Rank.check(again, all.get(i));
        }
      }
    }
  }

  private static long receiveUntil(
      ChronicleInterconnect receiver,
      TwoHosts hosts,
      long received,
      long until,
      List<Arrival.Message> messages) {
    long last = received;
    while (last < until) {
      if (Rank.next(receiver, hosts) instanceof Arrival.Message message) {
        assertThat(message.sequence()).isEqualTo(++last);
        messages.add(message.copy());
      }
    }
    return last;
  }

  private Process start(int incarnation, long last) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            KilledRank.class.getName(),
            directory.resolve("host-1").toString(),
            Integer.toString(incarnation),
            Long.toString(last)));
    return new ProcessBuilder(command).inheritIO().start();
  }
}
