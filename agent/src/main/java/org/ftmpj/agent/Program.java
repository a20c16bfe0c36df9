package org.ftmpj.agent;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.rank.FailStop;
import org.ftmpj.protocol.rank.RankSession;

/**
 * The program's thread, and what it does with the session outside of MPI. Other threads are not
 * protected: for them the gate is always open, and values are not recorded. What goes wrong in the
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
    return isOwner() ? MAIN : "thread " + Thread.currentThread().getName();
  }

  /** A number from outside, recorded or repeated. */
  long value(ValueKind kind, LongSupplier actual) {
    if (!isOwner()) {
      return actual.getAsLong();
    }
    try {
      return session.value(kind, actual);
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  /** Anything else from outside, recorded or repeated. */
  byte[] data(ValueKind kind, Supplier<byte[]> actual) {
    if (!isOwner()) {
      return actual.get();
    }
    try {
      return session.data(kind, actual);
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  /** The gate before an output of the calling thread. */
  void commitOutput() {
    if (isOwner() || !owner.isAlive()) {
      try {
        session.commitOutput();
      } catch (RuntimeException | Error e) {
        throw stop(e);
      }
    }
  }

  /** Whether the calling thread is the one that is protected. */
  boolean isOwner() {
    return owner.isCurrent();
  }

  /** The calling thread will run main. */
  void begin() {
    owner.begin();
  }

  /** Stops the rank, as anything else that goes wrong in the session does. */
  RuntimeException stop(Throwable e) {
    if (e instanceof FtmpjException coded) {
      return failStop.stop(coded);
    }
    return failStop.stop(new FtmpjException(ErrorCode.INTERNAL, "the session failed: " + e, e));
  }
}
