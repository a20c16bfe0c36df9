package org.ftmpj.agent;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.agent.checkpoint.Prologue;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Threads;

/**
 * The program's threads, and what they do with the session outside of MPI. Threads that it has not
 * started itself are not protected: values that they read are not recorded. What goes wrong in the
 * session stops the rank.
 */
final class Program {
  /** Its thread in the output log; names of other threads never come out as this. */
  static final String MAIN = "main";

  /** Names of threads that it has started begin with this. */
  static final String STARTED = "started thread ";

  private final ProgramThread owner;
  private final RankSession session;
  private final FailStop failStop;
  private final Prologue prologue;
  private final EdgeWait edge;
  private final OpenRank rank;
  private final boolean live;

  /** Whether a checkpoint has yet to be restored: what classes read until then is not recorded. */
  private boolean restoring;

  private Consumer<String> onUnrecorded = where -> {};

  /**
   * @param prologue the values read before the program restores its own state
   * @param edge the wait of outputs that leave the host by themselves
   * @param live whether this process is the rank itself
   * @param restoring whether a checkpoint is going to be restored
   */
  Program(
      ProgramThread owner,
      OpenRank rank,
      FailStop failStop,
      Prologue prologue,
      EdgeWait edge,
      boolean live,
      boolean restoring) {
    this.owner = owner;
    this.rank = rank;
    this.session = rank.session();
    this.failStop = failStop;
    this.prologue = prologue;
    this.edge = edge;
    this.live = live;
    this.restoring = restoring;
  }

  /** The calling thread's name in the output log. */
  String threadName() {
    if (isOwner()) {
      return MAIN;
    }
    LogicalThread thread = session.threads().current();
    return thread == null ? "thread " + Thread.currentThread().getName() : STARTED + thread.name();
  }

  /**
   * @param action called when a value is read that is not recorded, with where that is
   */
  void onUnrecorded(Consumer<String> action) {
    onUnrecorded = action;
  }

  private void readUnrecorded() {
    if (!restoring) {
      Threads threads = session.threads();
      boolean apart = threads.areActive() && !threads.isStranger();
      onUnrecorded.accept(
          apart
              ? "a thread factory or a handler of rejected tasks"
              : "a thread that the program has not started");
    }
  }

  /** A number from outside, recorded or repeated. */
  long value(ValueKind kind, LongSupplier actual) {
    if (!isKnown()) {
      readUnrecorded();
      return actual.getAsLong();
    }
    try {
      return isPast(kind)
          ? session.value(kind, actual)
          : prologue.number(kind, () -> session.value(kind, actual));
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  /** Anything else from outside, recorded or repeated. */
  byte[] data(ValueKind kind, Supplier<byte[]> actual) {
    if (!isKnown()) {
      readUnrecorded();
      return actual.get();
    }
    try {
      return isPast(kind)
          ? session.data(kind, actual)
          : prologue.data(kind, () -> session.data(kind, actual));
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  private boolean isPast(ValueKind read) {
    return !isOwner() || prologue.isPast(read);
  }

  /** Whether the rank repeats what it did before a failure. */
  boolean isRepeating() {
    return prologue.isRepeated() || session.status().isRepeating();
  }

  /** Whether what the calling thread writes was written by an earlier incarnation. */
  boolean repeatsOutput() {
    return isOwner() && prologue.isRepeated();
  }

  /** The gate before an output of the calling thread. */
  void commitOutput() {
    if (repeatsOutput()) {
      return;
    }
    if (isOwner() || session.threads().areActive() || !owner.isAlive()) {
      try {
        session.commitOutput();
      } catch (RuntimeException | Error e) {
        throw stop(e);
      }
    }
  }

  /**
   * The gate before an output of the calling thread that leaves the host without passing its
   * daemon: what it writes to a file.
   */
  void commitExternalOutput() {
    commitOutput();
    if (!repeatsOutput()) {
      edge.await();
    }
  }

  /**
   * The program ends: everything that earlier incarnations did has to be repeated by then. Else the
   * rank is stopped.
   *
   * @param how it ends, for the user
   * @param uncaught the exception that ends it; null if there is none
   */
  void requireRepeated(String how, Throwable uncaught) {
    if (restoring || !live) {
      return;
    }
    try {
      if (prologue.isRepeated()) {
        throw new FtmpjException(
            ErrorCode.ENDED_EARLY, "the program " + how + " before it has restored its state");
      }
      session.requireRepeated(
          how, () -> isOwner() || !owner.isAlive() ? rank.unrepeatedLine() : Optional.empty());
    } catch (RuntimeException | Error e) {
      if (uncaught != null) {
        e.addSuppressed(uncaught);
      }
      throw stop(e);
    }
  }

  private boolean isOwner() {
    return owner.isCurrent();
  }

  /**
   * Whether what the calling thread reads from outside is recorded. Not so while the thread that
   * runs main runs a thread factory for an executor.
   */
  boolean isKnown() {
    Threads threads = session.threads();
    return !restoring && (threads.areActive() ? threads.isKnown() : isOwner());
  }

  /** The checkpoint is restored. The thread that runs main. */
  void restored() {
    restoring = false;
  }

  /** The calling thread's number among those of the program; -1 if it is none of them. */
  int threadNumber() {
    if (isOwner()) {
      return 0;
    }
    LogicalThread thread = session.threads().current();
    return thread == null ? -1 : thread.number();
  }

  /** The calling thread will run main. */
  void begin() {
    owner.begin();
  }

  /** Stops the rank, as anything else that goes wrong in the session does. */
  RuntimeException stop(Throwable e) {
    if (session.threads().isStopped(e)) {
      throw (Error) e; // of the program
    }
    return failStop.stop(FtmpjException.unexpected("the session failed: ", e));
  }
}
