package org.ftmpj.interceptors.bridge.child;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.Kind;
import org.ftmpj.interceptors.bridge.value.Recorded;

/** A process that the program has started, as it sees it. What it answers is recorded. */
public final class ChildProcess extends Process {
  /**
   * The base of a shell's status for a process that a signal has ended, to which it adds the
   * signal.
   */
  private static final int BY_SIGNAL = 128;

  private static final int KILL = 9;
  private static final int TERM = 15;

  private final Child child;
  private final OutputStream in;
  private final InputStream out;
  private final InputStream err;

  ChildProcess(Child child) {
    this.child = child;
    ChildStart start = child.start();
    in = child.hasInput() ? new BufferedOutputStream(new ChildInput(child)) : new NoInput();
    out = stream(start.hasOutput(child.index()), false);
    err = stream(start.hasError(child.index()), true);
  }

  private InputStream stream(boolean isThere, boolean error) {
    return isThere
        ? new BufferedInputStream(new ChildOutput(child, error))
        : new ByteArrayInputStream(new byte[0]);
  }

  /** The input of a process that gets it from another source. */
  private static final class NoInput extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("Stream closed");
    }
  }

  @Override
  public OutputStream getOutputStream() {
    return in;
  }

  @Override
  public InputStream getInputStream() {
    return out;
  }

  @Override
  public InputStream getErrorStream() {
    return err;
  }

  private interface Wait {
    void run(LiveChild live) throws InterruptedException;
  }

  private ChildOutcome await(Wait wait, Function<LiveChild, ChildOutcome> now)
      throws InterruptedException {
    boolean[] interrupted = {false};
    ChildOutcome answer =
        child.ask(
            live -> {
              try {
                wait.run(live);
              } catch (InterruptedException e) {
                interrupted[0] = true;
              }
            },
            live ->
                interrupted[0] && !live.hasExited() ? ChildOutcome.INTERRUPTED : now.apply(live),
            outcome -> {});
    if (answer.kind() == Kind.INTERRUPTED) {
      Thread.interrupted(); // in a re-execution, too
      throw new InterruptedException();
    }
    if (interrupted[0]) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  @Override
  public int waitFor() throws InterruptedException {
    int code =
        await(
                LiveChild::awaitExit,
                live -> live.hasExited() ? ChildOutcome.of(live.exitValue()) : null)
            .number();
    // It may have taken long: it is not to be run again if the rank dies now.
    Recorded.hooks().children().commit();
    return code;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    boolean ended =
        await(live -> live.awaitExit(timeout, unit), live -> ChildOutcome.of(live.hasExited()))
            .isTrue();
    if (ended) {
      Recorded.hooks().children().commit();
    }
    return ended;
  }

  @Override
  public int exitValue() {
    ChildOutcome answer =
        child.ask(
            live ->
                live.hasExited()
                    ? ChildOutcome.of(live.exitValue())
                    : ChildOutcome.written(Kind.UNEXPECTED, out -> {}));
    if (answer.kind() == Kind.UNEXPECTED) {
      throw new IllegalThreadStateException("process hasn't exited");
    }
    return answer.number();
  }

  @Override
  public boolean isAlive() {
    return child.ask(live -> ChildOutcome.of(!live.hasExited())).isTrue();
  }

  @Override
  public void destroy() {
    destroy(false);
  }

  @Override
  public Process destroyForcibly() {
    destroy(true);
    return this;
  }

  private void destroy(boolean forcibly) {
    destroyed(forcibly);
  }

  /** Ends it; returns whether the system does so. */
  boolean destroyed(boolean forcibly) {
    Recorded.hooks().children().commit();
    int code = BY_SIGNAL + (forcibly ? KILL : TERM);
    return child
        .ask(
            live -> {},
            live -> {
              ProcessHandle handle = live.hasExited() ? null : live.process().toHandle();
              return ChildOutcome.of(
                  handle != null && (forcibly ? handle.destroyForcibly() : handle.destroy()));
            },
            answer -> {
              if (answer.kind() == Kind.DONE) {
                child.destroyed(code);
              }
            })
        .isTrue();
  }

  /** The process itself; empty if it does not run in this incarnation. */
  Optional<Process> actual() {
    LiveChild live = Children.liveIfRestarted(child);
    return live == null ? Optional.empty() : Optional.ofNullable(live.process());
  }

  @Override
  public boolean supportsNormalTermination() {
    return true;
  }

  @Override
  public long pid() {
    return child.pid();
  }

  @Override
  public ProcessHandle toHandle() {
    return OtherProcess.of(child, this);
  }

  @Override
  public ProcessHandle.Info info() {
    return toHandle().info();
  }

  @Override
  public Stream<ProcessHandle> children() {
    return toHandle().children();
  }

  @Override
  public Stream<ProcessHandle> descendants() {
    return toHandle().descendants();
  }

  @Override
  public CompletableFuture<Process> onExit() {
    return Exits.when(this::waitFor, this);
  }

  /** Returns the same value in each incarnation: it decides the order of a set of processes. */
  @Override
  public int hashCode() {
    return Long.hashCode(child.pid());
  }

  /** Two objects are never the same process. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    ChildOutcome exit =
        child.ask(
            live ->
                live.hasExited()
                    ? ChildOutcome.of(live.exitValue())
                    : ChildOutcome.written(Kind.UNEXPECTED, out -> {}));
    return "Process[pid="
        + child.pid()
        + ", exitValue="
        + (exit.kind() == Kind.DONE ? exit.number() : "\"not exited\"")
        + "]";
  }
}
