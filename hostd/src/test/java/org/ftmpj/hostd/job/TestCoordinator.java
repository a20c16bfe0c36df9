package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.network.SessionEvents;

/** A coordinator that is this test. */
final class TestCoordinator {
  private final MemoryHub hub;
  private final int process;
  private final long term;
  private final Agreement agreement;
  private final Map<Integer, HostLink> links = new TreeMap<>();
  private final Map<Integer, BlockingQueue<ToLauncher>> told = new TreeMap<>();
  private final Map<Integer, ByteArrayOutputStream> printed = new TreeMap<>();

  /**
   * @param process its number in the network
   */
  TestCoordinator(MemoryHub hub, int process, long term, LocalAgreement agreement) {
    this.hub = hub;
    this.process = process;
    this.term = term;
    this.agreement = agreement.another();
  }

  /** Expects those hosts. */
  void expect(Iterable<Integer> hosts) {
    Sessions sessions = hub.sessionsOf(process);
    for (int host : hosts) {
      told.put(host, new LinkedBlockingQueue<>());
      SessionEvents events = why -> {};
      links.put(host, HostLink.expect(sessions, host, message -> take(host, message), events));
    }
  }

  private void take(int host, ToLauncher message) {
    if (message instanceof ToLauncher.Printed some) {
      synchronized (printed) {
        printed
            .computeIfAbsent(some.rank(), none -> new ByteArrayOutputStream())
            .writeBytes(some.record().text());
      }
    } else {
      told.get(host).add(message);
    }
  }

  /** What it was told that a rank has printed. */
  String printed(int rank) {
    synchronized (printed) {
      ByteArrayOutputStream text = printed.getOrDefault(rank, new ByteArrayOutputStream());
      return text.toString(StandardCharsets.UTF_8);
    }
  }

  /** Is the launcher: claims the first term. */
  void claim() {
    ask(() -> agreement.claim(0, Map.of(CoordinatorNote.NAME, addresses())));
  }

  /**
   * Says where it listens.
   *
   * @return false if another one has claimed its place
   */
  boolean listen() {
    try {
      return agreement.update(term, Map.of(CoordinatorNote.NAME, addresses())).accepted();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] addresses() {
    return CoordinatorNote.CODEC.encode(
        new CoordinatorNote("process " + process, List.of(MemoryHub.address(process))));
  }

  void note(String name, byte[] note) {
    ask(() -> agreement.update(term, Map.of(name, note)));
  }

  void end() {
    ask(() -> agreement.end(term));
  }

  private interface Question {
    Answer ask() throws InterruptedException;
  }

  private static void ask(Question question) {
    try {
      assertThat(question.ask().accepted()).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  AgreedState state() {
    try {
      return agreement.read();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void tell(int host, ToHost message) {
    links.get(host).tell(message);
  }

  /** The same, and waits until the host has it. */
  void deliver(int host, ToHost message) {
    CompletableFuture<Void> delivered = new CompletableFuture<>();
    links.get(host).tell(message, () -> delivered.complete(null));
    delivered.orTimeout(120, TimeUnit.SECONDS).join();
  }

  /** Waits for the next of that type, and drops what comes before. */
  <T extends ToLauncher> T await(int host, Class<T> type) {
    try {
      ToLauncher message = told.get(host).poll(120, TimeUnit.SECONDS);
      while (message != null && !type.isInstance(message)) {
        if (message instanceof ToLauncher.Failed failed) {
          throw new AssertionError("host " + host + " has failed: " + failed);
        }
        message = told.get(host).poll(120, TimeUnit.SECONDS);
      }
      assertThat(message).as(type.getSimpleName() + " of host " + host).isNotNull();
      return type.cast(message);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for the answer to a step. */
  ToLauncher.Answer awaitAnswer(int host, long step) {
    ToLauncher.Answered answered = await(host, ToLauncher.Answered.class);
    while (answered.step() != step) {
      answered = await(host, ToLauncher.Answered.class);
    }
    return answered.answer();
  }

  /** Ends the session with a host in good order. */
  void turnAway(int host) {
    links.get(host).close();
  }

  /** Dies. */
  void vanish() {
    hub.lose(process);
  }
}
