package org.ftmpj.interceptors.bridge.child;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.End;

/** A process that runs, or has run, in this incarnation. Any thread. */
final class LiveChild {
  /**
   * The rest of the output of a process that has ended can be read after that time, unless others
   * write it.
   */
  private static final int REST_MS = 200;

  /** More is not put into one record. */
  private static final int LARGEST_REST = 256 << 10;

  /** The process; null if it ran in an earlier incarnation. */
  private final Process process;

  private final int code;
  private final Pump out;
  private final Pump err;
  private Thread feeder;

  private LiveChild(Process process, int code, Pump out, Pump err) {
    this.process = process;
    this.code = code;
    this.out = out;
    this.err = err;
  }

  /**
   * A process that was started.
   *
   * @param differs called, in words, if it does not write again what was read of it
   */
  static LiveChild of(Process process, boolean hasOut, boolean hasErr, Consumer<String> differs) {
    String name = "ftmpj output of process " + process.pid();
    return new LiveChild(
        process,
        0,
        hasOut ? Pump.of(process.getInputStream(), name, differs) : nothing(),
        hasErr ? Pump.of(process.getErrorStream(), name, differs) : nothing());
  }

  /** A process of an earlier incarnation. */
  static LiveChild ended(End end) {
    return new LiveChild(
        null,
        end.code(),
        Pump.ended(end.outPosition(), end.out()),
        Pump.ended(end.errPosition(), end.err()));
  }

  private static Pump nothing() {
    return Pump.ended(0, new byte[0]);
  }

  Pump out() {
    return out;
  }

  Pump err() {
    return err;
  }

  boolean hasExited() {
    return process == null || !process.isAlive();
  }

  int exitValue() {
    return process == null ? code : process.exitValue();
  }

  /** The end of the process, if all that it has written can be known; else null. */
  End end() {
    if (!hasExited() || !out.isEnded() || !err.isEnded()) {
      return null;
    }
    byte[] restOut = out.rest();
    byte[] restErr = err.rest();
    return Math.max(restOut.length, restErr.length) > LARGEST_REST
        ? null
        : new End(exitValue(), restOut, out.position(), restErr, err.position());
  }

  /** Waits for the exit, and for what comes with it. */
  void awaitExit() throws InterruptedException {
    if (process != null) {
      process.waitFor();
      awaitRest();
    }
  }

  /** Waits for the exit, but not longer than that. */
  void awaitExit(long timeout, TimeUnit unit) throws InterruptedException {
    if (process != null && process.waitFor(timeout, unit)) {
      awaitRest();
    }
  }

  private void awaitRest() throws InterruptedException {
    out.endsSoon();
    err.endsSoon();
    out.awaitEnd(REST_MS);
    err.awaitEnd(REST_MS);
  }

  /** An output has ended: so does the process, in most cases. */
  void awaitLikelyExit() {
    try {
      awaitExit(REST_MS / 2, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The process; null if it ran in an earlier incarnation. */
  Process process() {
    return process;
  }

  /** Gives the process what it was given before, whenever it reads it. */
  void feed(byte[] input, boolean closed) {
    Thread thread =
        new Thread(
            () -> {
              OutputStream to = process.getOutputStream();
              try {
                new ByteArrayInputStream(input).transferTo(to);
                to.flush();
                if (closed) {
                  to.close();
                }
              } catch (IOException e) {
                // It does not read all of it, as it need not.
              }
            },
            "ftmpj input of process " + process.pid());
    thread.setDaemon(true);
    feeder = thread;
    thread.start();
  }

  /** Writes to its input after what it was given before. */
  void write(byte[] b, int off, int len) throws IOException {
    if (process == null) {
      throw new IOException("Stream closed"); // as of one that has ended
    }
    afterFeeding();
    OutputStream to = process.getOutputStream();
    to.write(b, off, len);
    to.flush();
  }

  void closeInput() throws IOException {
    if (process != null) {
      afterFeeding();
      process.getOutputStream().close();
    }
  }

  private void afterFeeding() {
    boolean interrupted = false;
    while (feeder != null && feeder.isAlive()) {
      try {
        feeder.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
