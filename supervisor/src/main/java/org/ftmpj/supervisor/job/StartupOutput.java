package org.ftmpj.supervisor.job;

import java.io.ByteArrayOutputStream;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.console.OutputRecord;

/**
 * The output of an event logger on standard error before it listens. It is withheld as long as it
 * may only be the words of a Java virtual machine that met a signal to all processes of a job while
 * it started, which sound like a crash. Thread-safe.
 */
final class StartupOutput {
  private final JobConsole console;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(); // guarded by this
  private boolean isHolding = true; // guarded by this

  StartupOutput(JobConsole console) {
    this.console = console;
  }

  synchronized void add(byte[] bytes, int length) {
    if (isHolding) {
      held.write(bytes, 0, length);
    } else {
      show(bytes, length);
    }
  }

  /** Shows the withheld output, and all output from now on. */
  synchronized void show() {
    if (isHolding) {
      isHolding = false;
      show(held.toByteArray(), held.size());
    }
  }

  private void show(byte[] bytes, int length) {
    if (length > 0) {
      console.raw(Console.LAUNCHER, OutputRecord.ERR, bytes, length);
    }
  }
}
