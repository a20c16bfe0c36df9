package org.ftmpj.interceptors.bridge.child;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ftmpj.interceptors.bridge.value.Machine;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.Source;

/** A process by its number, as the program sees it. What it answers is recorded. Any thread. */
public final class OtherProcess implements ProcessHandle {
  private final long pid;
  private final long startedMs;
  private final boolean own;

  /** The child; null if the program has not started it. */
  private final ChildProcess child;

  /**
   * @param startedMs when it was started, in milliseconds since 1970; 0 if the system does not say
   * @param own whether it is the rank itself, in whatever incarnation
   */
  private OtherProcess(long pid, long startedMs, boolean own, ChildProcess child) {
    this.pid = pid;
    this.startedMs = startedMs;
    this.own = own;
    this.child = child;
  }

  static OtherProcess of(Child started, ChildProcess child) {
    return new OtherProcess(started.pid(), started.startedMs(), false, child);
  }

  /** Instead of {@link ProcessHandle#pid}. */
  public static long pid(ProcessHandle process) {
    return isOurs(process) ? process.pid() : Recorded.number(Source.PROCESS, process::pid);
  }

  /** Instead of {@link Process#pid}. */
  public static long pid(Process process) {
    return isOurs(process) ? process.pid() : Recorded.number(Source.PROCESS, process::pid);
  }

  /** Instead of {@link ProcessHandle#info}. */
  public static ProcessHandle.Info info(ProcessHandle process) {
    return isOurs(process) ? process.info() : Machine.info(() -> Optional.of(process.info()));
  }

  /** Instead of {@link Process#info}. */
  public static ProcessHandle.Info info(Process process) {
    return isOurs(process) ? process.info() : Machine.info(() -> Optional.of(process.info()));
  }

  /** Whether what it answers is recorded anyway. */
  private static boolean isOurs(Object process) {
    return process instanceof ChildProcess || process instanceof OtherProcess;
  }

  /** Instead of {@link ProcessHandle#current}. */
  public static ProcessHandle current() {
    return isRecorded()
        ? list(() -> Stream.of(ProcessHandle.current())).get(0)
        : ProcessHandle.current();
  }

  /** Instead of {@link ProcessHandle#of}. */
  public static Optional<ProcessHandle> of(long pid) {
    return isRecorded()
        ? list(() -> now(pid).stream()).stream().findFirst()
        : ProcessHandle.of(pid);
  }

  /** Instead of {@link ProcessHandle#allProcesses}. */
  public static Stream<ProcessHandle> allProcesses() {
    return isRecorded() ? list(ProcessHandle::allProcesses).stream() : ProcessHandle.allProcesses();
  }

  private static Optional<ProcessHandle> now(long pid) {
    return Children.actual(pid).or(() -> ProcessHandle.of(pid));
  }

  private static boolean isRecorded() {
    return Recorded.hooks().children().isRecorded();
  }

  private interface Found {
    Stream<ProcessHandle> now();
  }

  private static List<ProcessHandle> list(Found found) {
    ChildOutcome answer =
        ChildOutcome.decoded(Recorded.data(Source.CHILD, () -> listed(found).encoded()));
    try (DataInputStream in = answer.read()) {
      List<ProcessHandle> all = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        all.add(new OtherProcess(in.readLong(), in.readLong(), in.readBoolean(), null));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ChildOutcome listed(Found found) {
    ProcessHandle current = ProcessHandle.current();
    List<ProcessHandle> all = found.now().toList();
    return ChildOutcome.written(
        ChildOutcome.Kind.DONE,
        out -> {
          out.writeInt(all.size());
          for (ProcessHandle one : all) {
            Optional<Child> child = Children.child(one);
            out.writeLong(child.map(Child::pid).orElseGet(one::pid));
            out.writeLong(child.map(Child::startedMs).orElseGet(() -> Children.startedMs(one)));
            out.writeBoolean(one.equals(current));
          }
        });
  }

  /** The process in this incarnation; empty if it has ended. */
  private Optional<ProcessHandle> actual() {
    if (own) {
      return Optional.of(ProcessHandle.current());
    }
    return child == null
        ? Children.actual(pid)
            .or(() -> ProcessHandle.of(pid).filter(one -> Children.startedMs(one) == startedMs))
        : child.actual().map(Process::toHandle);
  }

  private boolean ask(Function<ProcessHandle, Boolean> question) {
    byte[] bytes =
        Recorded.data(
            Source.CHILD, () -> ChildOutcome.of(actual().map(question).orElse(false)).encoded());
    return ChildOutcome.decoded(bytes).isTrue();
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public Optional<ProcessHandle> parent() {
    return list(() -> actual().flatMap(ProcessHandle::parent).stream()).stream().findFirst();
  }

  @Override
  public Stream<ProcessHandle> children() {
    return list(() -> actual().stream().flatMap(ProcessHandle::children)).stream();
  }

  @Override
  public Stream<ProcessHandle> descendants() {
    return list(() -> actual().stream().flatMap(ProcessHandle::descendants)).stream();
  }

  @Override
  public Info info() {
    return Machine.info(() -> actual().map(ProcessHandle::info));
  }

  @Override
  public CompletableFuture<ProcessHandle> onExit() {
    if (own) {
      throw new IllegalStateException("onExit for current process not allowed");
    }
    return Exits.when(child == null ? this::awaitExit : child::waitFor, this);
  }

  private Object awaitExit() {
    while (isAlive()) {
      if (!Recorded.hooks().isRepeating()) {
        actual().ifPresent(one -> one.onExit().join());
      }
    }
    return this;
  }

  @Override
  public boolean supportsNormalTermination() {
    return true;
  }

  @Override
  public boolean destroy() {
    return destroy(false);
  }

  @Override
  public boolean destroyForcibly() {
    return destroy(true);
  }

  private boolean destroy(boolean forcibly) {
    if (own) {
      throw new IllegalStateException("destroy of current process not allowed");
    }
    if (child != null) {
      return child.destroyed(forcibly);
    }
    Recorded.hooks().children().commit();
    return ask(forcibly ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
  }

  @Override
  public boolean isAlive() {
    return child == null ? ask(ProcessHandle::isAlive) : child.isAlive();
  }

  @Override
  public int compareTo(ProcessHandle other) {
    return Long.compare(pid, other.pid());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OtherProcess that && pid == that.pid && startedMs == that.startedMs;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(pid);
  }

  @Override
  public String toString() {
    return Long.toString(pid);
  }
}
