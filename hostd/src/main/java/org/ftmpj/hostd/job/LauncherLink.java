package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * The daemon's connection with the launcher: what it is told, and what it tells. When the launcher
 * is lost, the verdict learns it, and nothing is told any more. Any thread.
 */
final class LauncherLink implements SessionEvents {
  private static final int LAUNCHER = 0;
  private static final long LONGEST_FAREWELL_S = 10;
  private static final long LONGEST_ANSWER_S = 5;
  private static final long LONGEST_WAY_S = 60;

  /** So many wait here; those that follow, in the session. */
  private static final int MOST_MOVES = 64;

  private final Verdict verdict;
  private final CompletableFuture<JobOrder> order = new CompletableFuture<>();
  private final CompletableFuture<Optional<ToHost.Start>> start = new CompletableFuture<>();
  private final CompletableFuture<ToHost.Leave> leave = new CompletableFuture<>();
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private final CompletableFuture<Void> established = new CompletableFuture<>();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private final BlockingQueue<ToHost> moves = new ArrayBlockingQueue<>(MOST_MOVES);
  private volatile Consumer<byte[]> input = text -> {};
  private volatile Consumer<ToHost.ToAll> toAll = move -> {};
  private volatile JobLink link;
  private volatile boolean stopped;
  private volatile FtmpjException loss; // null while the launcher is there

  /**
   * @param verdict is told when the job is to be stopped
   */
  LauncherLink(Verdict verdict) {
    this.verdict = verdict;
  }

  /** Begins to connect. To be called once, first. */
  void open(Sessions sessions, List<InetSocketAddress> addresses) {
    Session session =
        sessions.connect(
            LAUNCHER,
            addresses,
            Map.of(Topic.JOB, new JobPieces(message -> take(ToHost.decode(message)))),
            this);
    link = new JobLink(session);
    opened.complete(null);
    established
        .orTimeout(LONGEST_WAY_S, TimeUnit.SECONDS)
        .exceptionally(
            none -> {
              lost(
                  new FtmpjException(
                      ErrorCode.HOST_LOST,
                      "no launcher answers at " + addresses + " within " + LONGEST_WAY_S + " s"));
              return null;
            });
  }

  private void take(ToHost message) {
    if (message instanceof ToHost.Order given) {
      order.complete(given.order());
    } else if (message instanceof ToHost.Start given) {
      start.complete(Optional.of(given));
    } else if (message instanceof ToHost.Input piece) {
      input.accept(piece.text());
    } else if (message instanceof ToHost.History history) {
      add(history);
    } else if (message instanceof ToHost.ToAll all) {
      toAll.accept(all);
    } else if (message instanceof ToHost.Stop stop) {
      stopped = true;
      verdict.signalled(stop.why());
    } else if (message instanceof ToHost.Leave given) {
      stopped = true;
      verdict.signalled(given.ending());
      leave.complete(given);
    }
  }

  /** What {@link #nextMove} is to return next. Waits while too much is there. */
  void add(ToHost move) {
    try {
      while (!verdict.isKnown() && !moves.offer(move, 1, TimeUnit.SECONDS)) {
        continue; // Waits, but not beyond the end of the job.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "interrupted", e);
    }
  }

  /** Waits for what is to become of the ranks of lost hosts: a step, or their determinants. */
  ToHost nextMove() throws InterruptedException {
    return moves.take();
  }

  /** Sets what takes moves to all hosts. */
  void onMoveToAll(Consumer<ToHost.ToAll> taker) {
    toAll = taker;
  }

  /** Sets what takes the standard input. */
  void onInput(Consumer<byte[]> taker) {
    input = taker;
  }

  /** Waits for what is to be done; empty if the job is over before. */
  Optional<JobOrder> awaitOrder() {
    return unless(verdict, order);
  }

  /** Waits until ranks may start; empty if the job is over before. */
  Optional<ToHost.Start> awaitStart() {
    return unless(verdict, start).flatMap(given -> given);
  }

  private static <T> Optional<T> unless(Verdict over, CompletableFuture<T> awaited) {
    CompletableFuture.anyOf(awaited, over.known()).join();
    return awaited.isDone() ? Optional.of(awaited.join()) : Optional.empty();
  }

  /**
   * Waits until the launcher says that nothing of the job is left anywhere.
   *
   * @throws FtmpjException if it is lost before
   */
  ToHost.Leave awaitLeave() {
    try {
      return leave.join();
    } catch (CompletionException e) {
      throw (FtmpjException) e.getCause();
    }
  }

  /** Tells the launcher. Does nothing when it is lost. */
  void tell(ToLauncher message) {
    tell(message, () -> {});
  }

  /** The same, and waits until the launcher has it, or is gone, but not for long. */
  void tellAtLast(ToLauncher message) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    tell(message, () -> told.complete(null));
    CompletableFuture.anyOf(told, gone)
        .completeOnTimeout(null, LONGEST_FAREWELL_S, TimeUnit.SECONDS)
        .join();
  }

  /** The launcher is lost if it was not reached yet, or does not take a message soon. */
  void requireAnswer() {
    if (!established.isDone()) {
      lost(
          new FtmpjException(
              ErrorCode.HOST_LOST,
              "the standard input from the launcher has ended before the launcher was reached"));
      return;
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    opened.thenRun(() -> tell(new ToLauncher.Progress(List.of()), () -> answer.complete(null)));
    answer
        .orTimeout(LONGEST_ANSWER_S, TimeUnit.SECONDS)
        .exceptionally(
            none -> {
              lost(
                  new FtmpjException(
                      ErrorCode.HOST_LOST,
                      "the launcher does not answer, and the standard input from it has ended"));
              return null;
            });
  }

  private void tell(ToLauncher message, Runnable delivered) {
    if (gone.isDone()) {
      return;
    }
    try {
      link.send(ToLauncher.encode(message), delivered);
    } catch (FtmpjException e) {
      lost(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "interrupted", e);
    }
  }

  /** Whether the launcher has ended the job. */
  boolean hasStopped() {
    return stopped;
  }

  /** Why the launcher is gone, if it is. */
  Optional<FtmpjException> loss() {
    return Optional.ofNullable(loss);
  }

  @Override
  public void established() {
    established.complete(null);
  }

  @Override
  public void lost(FtmpjException why) {
    gone.complete(null);
    established.complete(null);
    if (leave.isDone()) {
      return; // It has told to leave, and ended then, or was lost before.
    }
    FtmpjException named = order.isDone() ? named(why) : why;
    loss = named;
    verdict.signalled("the loss of the launcher");
    leave.completeExceptionally(named);
  }

  /** As the user of this host is told when its ranks have been stopped for that. */
  private static FtmpjException named(FtmpjException why) {
    return why.code() == ErrorCode.SESSION_CLOSED
        ? new FtmpjException(
            ErrorCode.HOST_GIVEN_UP,
            "the launcher has given this host up; the ranks here have been stopped (%s)"
                .formatted(why.what()),
            why)
        : new FtmpjException(
            why.code(),
            "the launcher is lost; the ranks here have been stopped (%s)".formatted(why.what()),
            why);
  }
}
