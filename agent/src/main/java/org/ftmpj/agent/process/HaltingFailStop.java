package org.ftmpj.agent.process;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.FailStop;

/** Ends the process at once, with one coded line and an exit record. Any thread. */
public final class HaltingFailStop implements FailStop {
  /** Exit code of a process that FTMPJ stopped. */
  public static final int EXIT_CODE = 70;

  private final Diagnostics diagnostics;
  private final Consumer<FtmpjException> note;
  private final BooleanSupplier isOver;

  /**
   * @param note leaves the exit record, as soon as it is known where
   * @param isOver whether another thread than the calling one has ended the program, so that
   *     nothing that goes wrong in the calling one matters any more
   */
  public HaltingFailStop(
      Diagnostics diagnostics, Consumer<FtmpjException> note, BooleanSupplier isOver) {
    this.diagnostics = diagnostics;
    this.note = note;
    this.isOver = isOver;
  }

  @Override
  public RuntimeException stop(FtmpjException why) {
    if (isOver.getAsBoolean()) {
      waitForTheEnd();
    }
    stopNow(why);
    return why;
  }

  private synchronized void stopNow(FtmpjException why) {
    try {
      diagnostics.say(LogLevel.ERROR, why.getMessage());
      boolean ofOurs = why.code() == ErrorCode.INTERNAL || why.code() == ErrorCode.NOT_WOVEN;
      diagnostics.trace(ofOurs ? LogLevel.ERROR : LogLevel.DEBUG, why);
      for (Throwable ofTheProgram : why.getSuppressed()) {
        diagnostics.trace(LogLevel.ERROR, ofTheProgram);
      }
      leaveRecord(why);
    } finally {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }

  private void leaveRecord(FtmpjException why) {
    try {
      note.accept(why);
    } catch (FtmpjException e) {
      diagnostics.say(LogLevel.ERROR, e.getMessage());
    } catch (RuntimeException e) {
      diagnostics.say(LogLevel.ERROR, "the exit record cannot be written: " + e);
    }
  }

  /**
   * The program has ended itself while its main thread was in a call of MPI. What that call meets
   * now, when everything is being closed, changes nothing.
   */
  private static void waitForTheEnd() {
    while (true) {
      LockSupport.park();
    }
  }
}
