package org.ftmpj.agent;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.ftmpj.interceptors.device.ProgramThread;

/** The program's own end, as far as it is known (protocol rule EXIT_RECORD). Any thread. */
final class Ending {
  private final ProgramThread owner;
  private BooleanSupplier alsoOfProgram = () -> false;
  private Thread ender;
  private OptionalInt code = OptionalInt.empty();
  private OptionalInt codeOfMain = OptionalInt.empty();
  private String cause = "";
  private String causeOfMain = "";
  private Throwable uncaught;
  private boolean mainHasEndedIt;

  /**
   * @param owner the thread that runs main
   */
  Ending(ProgramThread owner) {
    this.owner = owner;
  }

  /**
   * The program ends itself; the first call is the one that counts.
   *
   * @param call the call, for the user
   */
  synchronized void begin(int exitCode, String call) {
    if (ender == null) {
      ender = Thread.currentThread();
      code = OptionalInt.of(exitCode);
      cause = call;
    }
    mainHasEndedIt |= owner.isCurrent();
  }

  /** The program calls halt; no code counts but this one. */
  synchronized void halt(int exitCode) {
    ender = Thread.currentThread();
    code = OptionalInt.of(exitCode);
    cause = "Runtime.halt(" + exitCode + ")";
    mainHasEndedIt |= owner.isCurrent();
  }

  /**
   * Whether the owner is in the middle of the program, while the calling thread ends the virtual
   * machine.
   */
  synchronized boolean isMainRunning() {
    return !mainHasEndedIt && !owner.isCurrent() && owner.isAlive();
  }

  /**
   * Main ended in this thread. Calls in other threads do not count; of those in the owner the last
   * does, for a program may call its main itself.
   */
  synchronized void mainEnded(Throwable uncaught) {
    if (owner.isCurrent()) {
      codeOfMain = OptionalInt.of(uncaught == null ? 0 : 1);
      this.uncaught = uncaught;
      causeOfMain = uncaught == null ? "" : "an uncaught " + uncaught.getClass().getName();
    }
  }

  /**
   * What calls main ended in this thread. If nothing is known of main's end, there was no main to
   * call; that counts as much as an uncaught exception.
   */
  synchronized void callerOfMainEnded(Throwable uncaught) {
    if (uncaught != null || codeOfMain.isEmpty()) {
      codeOfMain = OptionalInt.of(1);
    }
  }

  /** Main has ended, and the rank is ended because all that is left of it waits for ever. */
  synchronized void endByWaits() {
    begin(codeOfMain(), "threads that wait for messages after MPI.Finalize");
  }

  /** 0 if that is not known. */
  synchronized int codeOfMain() {
    return codeOfMain.orElse(0);
  }

  /** The call by which the program ended, for the user; empty if it was not seen. */
  synchronized String cause() {
    if (code.isPresent()) {
      return cause;
    }
    return code().isPresent() ? causeOfMain : "";
  }

  /** Notes that from now on the owner is not the only thread of the program. */
  synchronized void alsoOfProgram(BooleanSupplier callerIs) {
    alsoOfProgram = callerIs;
  }

  /** Whether the calling thread is one of the program, and another thread has ended that. */
  synchronized boolean isBegunByAnotherThread() {
    return ender != null
        && ender != Thread.currentThread()
        && (owner.isCurrent() || alsoOfProgram.getAsBoolean());
  }

  /**
   * The virtual machine ends, in the calling thread, whichever thread has ended the program.
   *
   * @return whether no thread has: all have ended, or it was by means that were not seen
   */
  synchronized boolean isOver() {
    if (ender != null) {
      return false;
    }
    ender = Thread.currentThread();
    return true;
  }

  /** The end of main, for the user. */
  synchronized String howMainEnded() {
    return causeOfMain.isEmpty() ? "ends" : "ends by " + causeOfMain;
  }

  /** The exception that ended main; null if there was none. */
  synchronized Throwable uncaught() {
    return uncaught;
  }

  /**
   * The exit code of the process, for the thread that ends the virtual machine; empty if the
   * program ends by means that were not seen, such as an exit called by reflection.
   */
  synchronized OptionalInt code() {
    if (code.isPresent()) {
      return code;
    }
    boolean lastThreadEnded = Thread.currentThread().getName().equals("DestroyJavaVM");
    return lastThreadEnded ? codeOfMain : OptionalInt.empty();
  }
}
