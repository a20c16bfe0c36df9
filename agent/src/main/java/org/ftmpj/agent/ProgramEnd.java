package org.ftmpj.agent;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.FailStop;

/**
 * Leaves the exit record when the program ends itself. The record is an output: it passes the gate
 * (protocol rule OUTPUT), and comes after everything that the program's own shutdown hooks do.
 */
final class ProgramEnd {
  private final Note note;
  private final Program program;
  private final Ending ending;
  private final Runnable afterRecord;
  private final FailStop failStop;

  /** Leaves the exit record; see {@link OpenRank#ended}. */
  interface Note {
    void ended(OptionalInt code, String cause, BooleanSupplier mainRuns);
  }

  /**
   * @param afterRecord what is done when nothing matters any more
   */
  ProgramEnd(Note note, Program program, Ending ending, Runnable afterRecord, FailStop failStop) {
    this.note = note;
    this.program = program;
    this.ending = ending;
    this.afterRecord = afterRecord;
    this.failStop = failStop;
  }

  void exit(int code) {
    exit(code, "System.exit(" + code + ")");
  }

  private void exit(int code, String call) {
    program.commitOutput();
    program.requireRepeated("calls " + call, null);
    ending.begin(code, call);
    Runtime.getRuntime().exit(code);
  }

  /**
   * The job ends, with that code; with 1 if the operating system would take the code for success,
   * for an aborted job has not succeeded.
   */
  void abort(int code) {
    exit((code & 0xFF) == 0 ? 1 : code, "Abort(" + code + ")");
  }

  void halt(int code) {
    program.commitOutput();
    program.requireRepeated("calls Runtime.halt(" + code + ")", null);
    ending.halt(code);
    record(OptionalInt.of(code));
    Runtime.getRuntime().halt(code);
  }

  void mainEnded(Throwable uncaught) {
    ending.mainEnded(uncaught);
  }

  void callerOfMainEnded(Throwable uncaught) {
    ending.callerOfMainEnded(uncaught);
  }

  /** Called by the thread that ends the virtual machine, as the last thing it does. */
  void last() {
    boolean ofItself = ending.isOver();
    program.commitOutput();
    if (ofItself) {
      program.requireRepeated(ending.howMainEnded(), ending.uncaught());
    }
    record(ending.code());
  }

  private void record(OptionalInt code) {
    try {
      note.ended(code, ending.cause(), ending::isMainRunning);
    } catch (FtmpjException e) {
      throw failStop.stop(e);
    } catch (RuntimeException e) {
      throw failStop.stop(
          new FtmpjException(ErrorCode.INTERNAL, "the exit record cannot be written: " + e, e));
    }
    afterRecord.run();
  }
}
