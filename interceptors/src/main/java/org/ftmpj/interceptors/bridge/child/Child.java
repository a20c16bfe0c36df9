package org.ftmpj.interceptors.bridge.child;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.End;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.Kind;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.Source;

/**
 * A process of the program, as the record knows it. Objects of this class are in the image of a
 * checkpoint; what this incarnation has of the process is a {@link LiveChild}. Any thread.
 */
final class Child {
  /** More input of a process is not stored. */
  private static final int MOST_INPUT = 64 << 20;

  private final ChildStart start;
  private final int index;
  private final long pid;
  private final long startedMs;
  private final ReadBytes out = new ReadBytes();
  private final ReadBytes err = new ReadBytes();
  private ByteArrayOutputStream input = new ByteArrayOutputStream(0);
  private boolean inputClosed;
  private final Set<String> removed = new LinkedHashSet<>();
  private End end;

  /** The exit value if the program has destroyed the process; else 0. */
  private int destroyed;

  /**
   * @param index its place in a pipeline
   * @param startedMs when it was started, in milliseconds since 1970; 0 if the system does not say
   */
  Child(ChildStart start, int index, long pid, long startedMs) {
    this.start = start;
    this.index = index;
    this.pid = pid;
    this.startedMs = startedMs;
  }

  /**
   * Unlike that of all other processes.
   *
   * @param startedMs as in {@link Child}
   */
  record Identity(long pid, long startedMs) {}

  Identity identity() {
    return new Identity(pid, startedMs);
  }

  long pid() {
    return pid;
  }

  long startedMs() {
    return startedMs;
  }

  ChildStart start() {
    return start;
  }

  int index() {
    return index;
  }

  ReadBytes out() {
    return out;
  }

  ReadBytes err() {
    return err;
  }

  boolean hasInput() {
    return start.hasInput(index);
  }

  synchronized boolean isEnded() {
    return end != null;
  }

  synchronized End end() {
    return end;
  }

  /** A wait that an answer may need. */
  interface Waiting {
    void await(LiveChild child);
  }

  /**
   * Asks for something that may have to be waited for: in the re-execution it is in the record, and
   * nothing is waited for.
   *
   * @param now the answer; null if there is none yet. Does not wait
   * @param effect given the answer, before the process can be run again
   */
  ChildOutcome ask(
      Waiting waiting, Function<LiveChild, ChildOutcome> now, Consumer<ChildOutcome> effect) {
    boolean waits = !Recorded.hooks().isRepeating();
    while (true) {
      if (waits) {
        waiting.await(Children.awaitLive(this));
      }
      boolean[] isNew = {false};
      ChildOutcome answer =
          event(
              live -> {
                isNew[0] = true;
                ChildOutcome answered = live == null ? null : now.apply(live);
                return answered == null ? ChildOutcome.NOT_YET : answered;
              },
              effect);
      if (answer.kind() != Kind.NOT_YET) {
        return answer;
      }
      waits = isNew[0];
    }
  }

  /** Asks for something that can be answered at once. */
  ChildOutcome ask(Function<LiveChild, ChildOutcome> now) {
    return ask(live -> {}, now, answer -> {});
  }

  private ChildOutcome event(Function<LiveChild, ChildOutcome> now, Consumer<ChildOutcome> effect) {
    Children.enter();
    try {
      byte[] bytes =
          Recorded.data(
              Source.CHILD,
              () -> {
                LiveChild live = Children.liveIfRestarted(this);
                ChildOutcome answer = now.apply(live);
                return answer.with(live == null || isEnded() ? null : live.end()).encoded();
              });
      ChildOutcome answer = ChildOutcome.decoded(bytes);
      if (answer.end() != null) {
        ends(answer.end());
      }
      effect.accept(answer);
      return answer;
    } finally {
      Children.leave();
    }
  }

  /** Records its end. */
  void ends(End seen) {
    synchronized (this) {
      end = seen;
      input = null;
    }
    Children.ended(this);
  }

  /** The program has destroyed the process, unless it had ended. */
  synchronized void destroyed(int code) {
    destroyed = code;
  }

  /** The exit value if the process was destroyed; else 0. */
  synchronized int destroyed() {
    return destroyed;
  }

  /** Records input that the process was given. */
  synchronized void given(byte[] b, int off, int len) {
    boolean stored = !Children.areRestarted() || Recorded.hooks().children().storesInput();
    if (input != null && stored && input.size() + len <= MOST_INPUT) {
      input.write(b, off, len);
    } else {
      input = null;
    }
  }

  /** The program has removed a file while the process may have run. */
  synchronized void removed(String file) {
    removed.add(file);
  }

  /** Files that the process, run again, may make again; known once. */
  synchronized List<String> takeRemoved() {
    List<String> all = List.copyOf(removed);
    removed.clear();
    return all;
  }

  synchronized void closesInput() {
    inputClosed = true;
  }

  /** Whether it can be run again, if it has not ended. */
  synchronized boolean canBeRepeated() {
    return input != null;
  }

  /** Runs on in a process that was started again. */
  void goesOn(LiveChild live) throws IOException {
    goesOn(live.out(), out);
    goesOn(live.err(), err);
    synchronized (this) {
      if (hasInput() && (input.size() > 0 || inputClosed)) {
        live.feed(input.toByteArray(), inputClosed);
      }
    }
  }

  private static void goesOn(Pump pump, ReadBytes read) {
    if (read.isClosed()) {
      pump.closeAfter(read.mark());
    } else {
      pump.skip(read.mark());
    }
  }

  @Override
  public String toString() {
    return "process " + pid + " (" + start.words(index) + ")";
  }
}
