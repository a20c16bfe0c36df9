package org.ftmpj.interceptors.device;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.protocol.thread.Threads;
import xdev.XDevException;

/**
 * Stands at every entrance of the device: lets in threads of the program only, and lets nothing out
 * that went wrong inside but stops the rank (protocol rules THREAD_ORDER and FAIL_STOP).
 */
final class Guard {
  private final ProgramThread owner;
  private final Threads threads;
  private final FailStop failStop;

  Guard(ProgramThread owner, Threads threads, FailStop failStop) {
    this.owner = owner;
    this.threads = threads;
    this.failStop = failStop;
  }

  /**
   * Stops the rank unless the calling thread is the one that runs the program's main, or one that
   * this has started, or one that that has.
   */
  void enter() {
    if (threads.areActive() ? !threads.isKnown() : !owner.isCurrent()) {
      throw failStop.stop(
          new FtmpjException(
              ErrorCode.SECOND_THREAD,
              "Thread \""
                  + Thread.currentThread().getName()
                  + "\" calls MPI, but neither runs the program (thread \""
                  + owner.name()
                  + "\" does) nor was it started by it"));
    }
  }

  /**
   * Returns the exception to throw for a failure inside the device. An error of the program goes
   * back to it, as does one that takes the stack of a thread down, or ends a stopped thread; any
   * other failure stops the rank.
   */
  RuntimeException leave(Throwable failure) {
    if (threads.parking().isUnwinding(failure)) {
      throw (Error) failure;
    }
    if (threads.isStopped(failure)) {
      throw (Error) failure;
    }
    if (failure instanceof XDevException ofTheProgram) {
      return ofTheProgram;
    }
    if (failure instanceof FtmpjException coded) {
      return failStop.stop(coded);
    }
    if (failure instanceof ThreadDeath) {
      return failStop.stop(
          new FtmpjException(
              ErrorCode.STOPPED_UNSEEN,
              "Thread \"" + Thread.currentThread().getName() + "\" was stopped in a call of MPI",
              failure));
    }
    return failStop.stop(
        new FtmpjException(ErrorCode.INTERNAL, "The device failed: " + failure, failure));
  }
}
