package org.ftmpj.interceptors.bridge.child;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.End;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.Kind;
import org.ftmpj.interceptors.bridge.value.Environments;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.Source;

/**
 * Starts processes for the program: outputs of the rank, whose outcomes are recorded. Any thread.
 */
public final class ChildStarts {
  private ChildStarts() {}

  /** Instead of {@link ProcessBuilder#start}. */
  public static Process start(ProcessBuilder builder) throws IOException {
    return isRecorded(builder) ? started(List.of(builder)).get(0) : Environments.start(builder);
  }

  /** Instead of {@link ProcessBuilder#startPipeline}. */
  public static List<Process> startPipeline(List<ProcessBuilder> builders) throws IOException {
    boolean recorded = !builders.isEmpty();
    for (ProcessBuilder builder : builders) {
      recorded = recorded && builder != null && isRecorded(builder);
    }
    return recorded ? started(builders) : ProcessBuilder.startPipeline(builders);
  }

  /** Whether it can be started, or fails for a reproducible reason. */
  private static boolean isRecorded(ProcessBuilder builder) {
    return Recorded.hooks().children().isRecorded()
        && !builder.command().isEmpty()
        && builder.command().stream().allMatch(Objects::nonNull);
  }

  private static List<Process> started(List<ProcessBuilder> builders) throws IOException {
    ChildStart start = new ChildStart(builders);
    Recorded.hooks().children().commit();
    List<Child> children = new ArrayList<>();
    RuntimeException[] unexpected = {null};
    ChildOutcome answer = start(start, children, unexpected);
    while (answer.kind() == Kind.NOT_YET) {
      if (!Recorded.hooks().isRepeating()) {
        Children.awaitRestart();
      }
      answer = start(start, children, unexpected);
    }
    if (unexpected[0] != null) {
      throw unexpected[0];
    }
    if (answer.kind() == Kind.UNEXPECTED) {
      start.run();
    }
    answer.orThrow();
    // From now on it is found by its number, whatever its environment says.
    Recorded.hooks().children().commit();
    List<Process> all = new ArrayList<>();
    children.forEach(child -> all.add(new ChildProcess(child)));
    return all;
  }

  /**
   * The event; processes of the dead incarnation that are run again come first.
   *
   * @param children gets those that were started
   * @param unexpected gets what was thrown, if that is no exception of input or output
   */
  private static ChildOutcome start(
      ChildStart start, List<Child> children, RuntimeException[] unexpected) {
    List<Process> processes = new ArrayList<>();
    Children.enter();
    try {
      ChildOutcome answer =
          ChildOutcome.decoded(
              Recorded.data(
                  Source.CHILD,
                  () ->
                      Children.areRestarted()
                          ? begun(start, processes, unexpected).encoded()
                          : ChildOutcome.NOT_YET.encoded()));
      if (answer.kind() == Kind.DONE) {
        children.addAll(children(start, answer));
        Children.begin(children, processes);
      }
      return answer;
    } finally {
      Children.leave();
    }
  }

  private static ChildOutcome begun(
      ChildStart start, List<Process> processes, RuntimeException[] unexpected) {
    try {
      List<Long> lengths = start.measured();
      // From now on it is not known which of them has made a file.
      Children.running().forEach(Child::takeRemoved);
      processes.addAll(start.run());
      return ChildOutcome.written(
          Kind.DONE,
          out -> {
            out.writeInt(lengths.size());
            for (long length : lengths) {
              out.writeLong(length);
            }
            out.writeInt(processes.size());
            for (Process process : processes) {
              out.writeLong(process.pid());
              out.writeLong(Children.startedMs(process.toHandle()));
            }
            writeEnds(out);
          });
    } catch (IOException e) {
      return ChildOutcome.of(e);
    } catch (RuntimeException e) {
      unexpected[0] = e;
      return ChildOutcome.written(Kind.UNEXPECTED, out -> {});
    }
  }

  /** Writes the ends of processes since the start, of which the program may never learn. */
  private static void writeEnds(DataOutputStream out) throws IOException {
    Map<Child, End> ends = new LinkedHashMap<>();
    for (Child child : Children.running()) {
      LiveChild live = Children.liveIfRestarted(child);
      End end = live == null ? null : live.end();
      if (end != null) {
        ends.put(child, end);
      }
    }
    out.writeInt(ends.size());
    for (Map.Entry<Child, End> one : ends.entrySet()) {
      out.writeLong(one.getKey().pid());
      out.writeLong(one.getKey().startedMs());
      one.getValue().write(out);
    }
  }

  private static void readEnds(DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      long pid = in.readLong();
      long startedMs = in.readLong();
      End end = End.read(in);
      Children.ended(new Child.Identity(pid, startedMs), end);
    }
  }

  private static List<Child> children(ChildStart start, ChildOutcome answer) {
    try (DataInputStream in = answer.read()) {
      List<Long> lengths = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        lengths.add(in.readLong());
      }
      List<Child> children = new ArrayList<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        children.add(new Child(start, i, in.readLong(), in.readLong()));
      }
      start.of(children, lengths);
      readEnds(in);
      return children;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
