package org.ftmpj.transport.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.Child;
import org.ftmpj.transport.Examples;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.channel.ConnectedRank;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One of two connected ranks is killed at each step, and its next incarnation goes on. */
@Timeout(300)
class ConnectedStepsTest {
  private static final int SIGKILL = 128 + 9;

  /** Messages between two kills: more than any step is away. */
  private static final int MESSAGES = 48;

  @TempDir Path temporary;
  private final Random random = Examples.random("ConnectedStepsTest");
  private final List<Step> missed = new ArrayList<>();
  private final ConnectedRank[] hosts = new ConnectedRank[2];
  private final ControlBlock[] controls = new ControlBlock[2];

  @BeforeEach
  void createHosts() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      hosts[rank] = ConnectedRank.create(temporary.resolve("host-" + rank), rank);
      controls[rank] = hosts[rank].control();
    }
  }

  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {2, 6})
  void shouldReceiveEveryMessageOnce() throws Exception {
    int incarnation = 0;
    long sent = 0;
    try (ChronicleInterconnect sender = hosts[0].open(0, 1)) {
      for (Step step : Step.ofReceivers()) {
        try (Child receiver = start(step, 1, ++incarnation, sent + MESSAGES)) {
          for (int i = 0; i < MESSAGES; i++) {
            ConnectedRank.send(sender, ++sent);
          }
          while (receiver.isAlive()) {
            tell(1);
            Thread.sleep(2);
          }
          note(step, receiver);
        }
      }
      try (Child last = Child.start(ConnectedRank.class, arguments(1, ++incarnation, sent))) {
        while (last.isAlive()) {
          tell(1);
          Thread.sleep(2);
        }
        assertThat(last.waitFor()).isZero();
      }
    }
    assertThat(missed).isEmpty();
  }

  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {3, 7})
  void shouldSendEveryMessageOnce() throws Exception {
    int incarnation = 0;
    long last = 0;
    long received = 0;
    try (ChronicleInterconnect receiver = hosts[1].open(1, 1)) {
      tell(1);
      for (Step step : Step.ofSenders()) {
        last += MESSAGES;
        try (Child sender = start(step, 0, ++incarnation, last)) {
          while (sender.isAlive()) {
            received += receive(receiver, received + 1);
          }
          note(step, sender);
        }
      }
      try (Child sender = Child.start(ConnectedRank.class, arguments(0, ++incarnation, last))) {
        while (sender.isAlive() || received < last) {
          received += receive(receiver, received + 1);
        }
        assertThat(sender.waitFor()).isZero();
      }
      assertThat(receiver.next()).isNull();
    }
    assertThat(received).isEqualTo(last);
    assertThat(missed).isEmpty();
  }

  private static int receive(ChronicleInterconnect receiver, long next) {
    if (ConnectedRank.receive(receiver, next)) {
      return 1;
    }
    receiver.awaitArrivals();
    return 0;
  }

  /** Tells the other host of the endpoint of a rank, as daemons do. */
  private void tell(int rank) {
    long endpoint = controls[rank].endpoint(rank);
    if (endpoint != 0) {
      controls[1 - rank].enterEndpoint(rank, (int) (endpoint >>> Integer.SIZE), (int) endpoint);
    }
  }

  private Object[] arguments(int rank, int incarnation, long last) {
    return new Object[] {temporary.resolve("host-" + rank), rank, incarnation, last};
  }

  private Child start(Step step, int rank, int incarnation, long last) throws IOException {
    List<Object> arguments = new ArrayList<>();
    arguments.add(step);
    arguments.add(step.choose(random));
    arguments.add(ConnectedRank.class.getName());
    arguments.addAll(List.of(arguments(rank, incarnation, last)));
    return Child.start(KilledAt.class, arguments.toArray());
  }

  private void note(Step step, Child rank) {
    boolean hit = rank.waitFor() == SIGKILL;
    System.out.printf("%-16s %-6s %s%n", step, hit ? "hit" : "missed", step.description());
    if (!hit) {
      missed.add(step);
    }
  }
}
