package org.ftmpj.supervisor.ending;

import org.ftmpj.common.error.FtmpjException;

/** The reason for the end of a job. */
public sealed interface JobEnd {

  /**
   * The program is over, with that exit code, 0 to 255.
   *
   * @param cause the rank that ended with a code other than 0, and the reason; empty if it was
   *     reported already
   */
  record Over(int code, String cause) implements JobEnd {
    /** An end whose cause is not reported. */
    public Over(int code) {
      this(code, "");
    }

    @Override
    public String toString() {
      return "exit code " + code;
    }
  }

  /** FTMPJ could not go on. */
  record Failed(FtmpjException reason) implements JobEnd {
    @Override
    public String toString() {
      return reason.getMessage();
    }
  }

  /**
   * The job was stopped, and can be resumed.
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
