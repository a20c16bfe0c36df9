package org.ftmpj.hostd.job;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.ending.Verdict;

/** The instructions to the daemon from the launcher or its successor. Any thread. */
final class Instructions {
  /** The number of instructions that wait in this object; more wait in the session. */
  private static final int MOST_MOVES = 64;

  private final Verdict verdict;
  private final CompletableFuture<JobOrder> order = new CompletableFuture<>();
  private final CompletableFuture<ToHost.Start> start = new CompletableFuture<>();
  private final CompletableFuture<ToHost.Leave> leave = new CompletableFuture<>();
  private final BlockingQueue<ToHost> moves = new ArrayBlockingQueue<>(MOST_MOVES);
  private volatile Consumer<byte[]> input = text -> {};
  private volatile Consumer<ToHost.TakeCheckpoint> checkpoints = request -> {};
  private volatile Consumer<ToHost.ToAll> toAll = move -> {};
  private volatile boolean notesBegun;
  private volatile boolean stopped;

  /**
   * @param verdict is told when the job is to be stopped
   */
  Instructions(Verdict verdict) {
    this.verdict = verdict;
  }

  /** The next one. */
  void take(ToHost message) {
    if (message instanceof ToHost.Order given) {
      order.complete(given.order());
    } else if (message instanceof ToHost.Start given) {
      start.complete(given);
    } else if (message instanceof ToHost.Input piece) {
      input.accept(piece.text());
    } else if (message instanceof ToHost.History history) {
      add(history);
    } else if (message instanceof ToHost.ToAll all) {
      toAll.accept(all);
    } else if (message instanceof ToHost.NotesBegun) {
      notesBegun = true;
    } else if (message instanceof ToHost.TakeCheckpoint one) {
      checkpoints.accept(one);
    } else if (message instanceof ToHost.Stop stop) {
      stopped = true;
      if (stop.resumable()) {
        verdict.stopped(stop.why());
      } else {
        verdict.signalled(stop.why());
      }
    } else if (message instanceof ToHost.Leave given) {
      stopped = true;
      verdict.signalled(given.ending());
      leave.complete(given);
    }
  }

  /** Adds the next result of {@link #nextMove}. Waits while there are too many. */
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

  /** Waits for the next message about the ranks of lost hosts: a step, or their determinants. */
  ToHost nextMove() throws InterruptedException {
    return moves.take();
  }

  /** Sets the receiver of moves to all hosts. */
  void onMoveToAll(Consumer<ToHost.ToAll> taker) {
    toAll = taker;
  }

  /** Sets the receiver of requests for checkpoints. */
  void onCheckpoint(Consumer<ToHost.TakeCheckpoint> taker) {
    checkpoints = taker;
  }

  /**
   * Sets the action for when nothing of the job is left anywhere, or no process is left to say so.
   */
  void onLeave(Runnable action) {
    leave.whenComplete((done, lost) -> action.run());
  }

  /** Sets the receiver of the standard input. */
  void onInput(Consumer<byte[]> taker) {
    input = taker;
  }

  /** Waits for the order; empty if the job is over before. */
  Optional<JobOrder> awaitOrder() {
    return unless(verdict, order);
  }

  /** Waits until ranks may start; empty if the job is over before. */
  Optional<ToHost.Start> awaitStart() {
    return unless(verdict, start);
  }

  private static <T> Optional<T> unless(Verdict over, CompletableFuture<T> awaited) {
    CompletableFuture.anyOf(awaited, over.known()).join();
    return awaited.isDone() ? Optional.of(awaited.join()) : Optional.empty();
  }

  /**
   * Waits for the message that nothing of the job is left anywhere.
   *
   * @throws FtmpjException if no process is left to send it
   */
  ToHost.Leave awaitLeave() {
    try {
      return leave.join();
    } catch (CompletionException e) {
      throw (FtmpjException) e.getCause();
    }
  }

  /** Whether the order has come. */
  boolean areBegun() {
    return order.isDone();
  }

  /** Whether the ranks are to continue without the sender of these instructions. */
  boolean goOn() {
    return start.isDone() && start.join().goesOn();
  }

  /** Whether the instructions say definitely that they do. */
  boolean haveNotesBegun() {
    return notesBegun;
  }

  /** Whether the job has been ended. */
  boolean haveStopped() {
    return stopped;
  }

  /** Whether all instructions have come. */
  boolean areComplete() {
    return leave.isDone();
  }

  /** Handles that no process is left to instruct this host: the ranks are stopped. */
  void end(FtmpjException why) {
    String loss = "the loss of the launcher";
    if (order.isDone() && order.join().settings().resumable()) {
      verdict.stopped("stopped by " + loss);
    } else {
      verdict.signalled(loss);
    }
    leave.completeExceptionally(why);
  }
}
