package org.ftmpj.supervisor.ending;

import org.ftmpj.protocol.error.FtmpjException;

/** Why a job ends. */
public sealed interface Ending {

  /** The program is over, with that exit code, 0 to 255. */
  record Over(int code) implements Ending {
    @Override
    public String toString() {
      return "exit code " + code;
    }
  }

  /** FTMPJ cannot go on. */
  record Failed(FtmpjException reason) implements Ending {
    @Override
    public String toString() {
      return reason.getMessage();
    }
  }

  /** Ctrl-C or SIGTERM; this JVM is shutting down and sets the exit code itself. */
  record Signalled() implements Ending {
    @Override
    public String toString() {
      return "stopped by a signal";
    }
  }
}
