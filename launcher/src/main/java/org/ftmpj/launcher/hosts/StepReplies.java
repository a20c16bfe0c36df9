package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.network.notice.NoticeTree;
import org.ftmpj.network.notice.Spread;

/**
 * Tells all hosts that are left what becomes of ranks, and waits for their answers. The launcher
 * tells some of them, these tell others, over a tree that mends around those that are lost
 * meanwhile (Bland, "Enabling Application Resilience", sections III.B and V.A). Who has not
 * answered after a while is told by the launcher itself, too: nothing depends on two hosts that
 * both are there, but do not hear each other. One thread.
 */
final class StepReplies {
  private static final int LAUNCHER = 0;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** The name of the note with the last question. */
  static final String STEP = "step";

  /** The number of the last question. */
  private long number;

  /** The next question to those hosts. */
  ToHost.ToAll next(List<RemoteHost> left, ToHost.Move move) {
    List<Integer> members =
        IntStream.concat(IntStream.of(LAUNCHER), left.stream().mapToInt(RemoteHost::number))
            .sorted()
            .boxed()
            .toList();
    return new ToHost.ToAll(number + 1, members, move);
  }

  /**
   * Asks a question.
   *
   * @param taker takes the answers
   * @return false if a host was lost before it has answered; all others have
   */
  boolean ask(List<RemoteHost> left, ToHost.ToAll question, Consumer<ToLauncher.Answer> taker)
      throws InterruptedException {
    Map<Integer, CompletableFuture<ToLauncher.Answer>> answers = awaited(left, question);
    new Telling(left, question).begin(answers);
    return take(answers, taker);
  }

  /** Asks a question again that another coordinator has asked some hosts: each gets it directly. */
  boolean askAgain(List<RemoteHost> left, ToHost.ToAll question, Consumer<ToLauncher.Answer> taker)
      throws InterruptedException {
    Map<Integer, CompletableFuture<ToLauncher.Answer>> answers = awaited(left, question);
    left.forEach(host -> host.tell(question));
    return take(answers, taker);
  }

  private Map<Integer, CompletableFuture<ToLauncher.Answer>> awaited(
      List<RemoteHost> left, ToHost.ToAll question) {
    number = question.number();
    Map<Integer, CompletableFuture<ToLauncher.Answer>> answers = new HashMap<>();
    left.forEach(host -> answers.put(host.number(), host.awaitAnswer(number)));
    return answers;
  }

  private static boolean take(
      Map<Integer, CompletableFuture<ToLauncher.Answer>> answers, Consumer<ToLauncher.Answer> taker)
      throws InterruptedException {
    boolean all = true;
    for (CompletableFuture<ToLauncher.Answer> answer : answers.values()) {
      try {
        taker.accept(answer.get());
      } catch (ExecutionException hostLost) {
        all = false;
      }
    }
    return all;
  }

  /** How one question is told. Any thread. */
  private static final class Telling {
    private final Map<Integer, RemoteHost> hosts = new HashMap<>();
    private final ToHost.ToAll question;
    private final Spread spread; // guarded by itself

    Telling(List<RemoteHost> left, ToHost.ToAll question) {
      left.forEach(host -> hosts.put(host.number(), host));
      this.question = question;
      int[] members = question.members().stream().mapToInt(Integer::intValue).toArray();
      spread =
          new Spread(new NoticeTree(LAUNCHER, members), LAUNCHER, host -> hosts.get(host).isLost());
    }

    /** Returns when all hosts have answered or are lost, or those that have not are told, too. */
    void begin(Map<Integer, CompletableFuture<ToLauncher.Answer>> answers)
        throws InterruptedException {
      synchronized (spread) {
        tell(spread.take());
      }
      answers.forEach((host, answer) -> answer.exceptionally(lost -> takeOver(host)));
      try {
        CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
            .get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException hostLost) {
        return; // All others have answered.
      } catch (TimeoutException e) {
        answers.forEach(
            (host, answer) -> {
              if (!answer.isDone()) {
                hosts.get(host).tell(question);
              }
            });
      }
    }

    private ToLauncher.Answer takeOver(int host) {
      synchronized (spread) {
        tell(spread.absent(host));
      }
      return null;
    }

    private void tell(List<Integer> next) {
      next.forEach(host -> hosts.get(host).tell(question));
    }
  }
}
