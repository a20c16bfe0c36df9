package org.ftmpj.agent;

import java.util.function.LongSupplier;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.rank.FailStop;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The program's threads, and what they do with the session outside of MPI. Threads that it has not
 * started itself are not protected: values that they read are not recorded. What goes wrong in the
 * session stops the rank.
 */
final class Program {
  /** Its thread in the output log; names of other threads never come out as this. */
  static final String MAIN = "main";

  private final ProgramThread owner;
  private final RankSession session;
  private final FailStop failStop;

  Program(ProgramThread owner, RankSession session, FailStop failStop) {
    this.owner = owner;
    this.session = session;
    this.failStop = failStop;
  }

  /** The calling thread's name in the output log. */
  String threadName() {
    if (isOwner()) {
      return MAIN;
    }
    LogicalThread thread = session.threads().current();
    return thread == null
        ? "thread " + Thread.currentThread().getName()
        : "started thread " + thread.name();
  }

  /** A value from outside, recorded or repeated. */
  long value(ValueKind kind, LongSupplier actual) {
    if (!isOwner() && !session.threads().isKnown()) {
      return actual.getAsLong();
    }
    try {
      return session.value(kind, actual);
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  /** The gate before an output of the calling thread. */
  void commitOutput() {
    if (isOwner() || session.threads().areActive() || !owner.isAlive()) {
      try {
        session.commitOutput();
      } catch (RuntimeException | Error e) {
        throw stop(e);
      }
    }
  }

  private boolean isOwner() {
    return owner.isCurrent();
  }

  /** The calling thread will run main. */
  void begin() {
    owner.begin();
  }

  private RuntimeException stop(Throwable e) {
    if (e instanceof FtmpjException coded) {
      return failStop.stop(coded);
    }
    return failStop.stop(new FtmpjException(ErrorCode.INTERNAL, "the session failed: " + e, e));
  }
}
