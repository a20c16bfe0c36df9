package org.ftmpj.interceptors.device;

import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.rank.FailStop;
import xdev.XDevException;

/**
 * Stands at every entrance of the device: lets in one thread only, and lets nothing out that went
 * wrong inside but stops the rank (protocol rules 18 and 24).
 */
final class Guard {
  private final Thread owner;
  private final FailStop failStop;

  Guard(Thread owner, FailStop failStop) {
    this.owner = owner;
    this.failStop = failStop;
  }

  /** Stops the rank unless the calling thread is the one that runs the program's main. */
  void enter() {
    Thread caller = Thread.currentThread();
    if (caller != owner) {
      throw failStop.stop(
          new FtmpjException(
              ErrorCode.SECOND_THREAD,
              "Thread \""
                  + caller.getName()
                  + "\" calls MPI, but thread \""
                  + owner.getName()
                  + "\" runs the program"));
    }
  }

  /**
   * What to throw for a failure inside the device. An error of the program goes back to it;
   * anything else stops the rank.
   */
  RuntimeException leave(Throwable failure) {
    if (failure instanceof XDevException ofTheProgram) {
      return ofTheProgram;
    }
    if (failure instanceof FtmpjException coded) {
      return failStop.stop(coded);
    }
    return failStop.stop(
        new FtmpjException(ErrorCode.INTERNAL, "The device failed: " + failure, failure));
  }
}
