package org.ftmpj.supervisor.ending;

import org.ftmpj.common.error.FtmpjException;

/** Why a job ends. */
public sealed interface JobEnd {

  /**
   * The program is over, with that exit code, 0 to 255.
   *
   * @param cause if the code is not 0, which rank ended with it and by what; empty if that has been
   *     said elsewhere
   */
  record Over(int code, String cause) implements JobEnd {
    /** Whatever its cause. */
    public Over(int code) {
      this(code, "");
    }

    @Override
    public String toString() {
      return "exit code " + code;
    }
  }

  /** FTMPJ cannot go on. */
  record Failed(FtmpjException reason) implements JobEnd {
    @Override
    public String toString() {
      return reason.getMessage();
    }
  }

  /**
   * It was stopped, and can be resumed.
   *
   * @param why in words
   */
  record Stopped(String why) implements JobEnd {
    @Override
    public String toString() {
      return why;
    }
  }

  /**
   * Ctrl-C or SIGTERM; this JVM is shutting down and sets the exit code itself.
   *
   * @param signal its name, for the user
   */
  record Signalled(String signal) implements JobEnd {
    @Override
    public String toString() {
      return "stopped by " + signal;
    }
  }
}
