package org.ftmpj.interceptors.bridge.child;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ftmpj.interceptors.bridge.value.Environments;

/** The start of a process, or of several in a pipeline, so that they can be started again. */
final class ChildStart {
  private final List<Command> commands = new ArrayList<>();
  private List<Child> children = List.of();
  private List<Long> appendedLengths = List.of();

  /** A process to start; its fields are as in {@link ProcessBuilder}. */
  private static final class Command {
    private final List<String> words;
    private final Map<String, String> environment;
    private final Map<String, String> seen;
    private final File directory;
    private final Redirect in;
    private final Redirect out;
    private final Redirect err;
    private final boolean merged;

    Command(ProcessBuilder builder) {
      words = List.copyOf(builder.command());
      seen = Environments.seen(builder);
      environment = Environments.ofChild(builder);
      directory = builder.directory();
      in = builder.redirectInput();
      out = builder.redirectOutput();
      err = builder.redirectError();
      merged = builder.redirectErrorStream();
    }

    ProcessBuilder builder() {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(directory)
              // The rank's own is no input, but says when its supervisor ends.
              .redirectInput(in == Redirect.INHERIT ? Redirect.from(new File("/dev/null")) : in)
              .redirectOutput(out)
              .redirectError(err)
              .redirectErrorStream(merged);
      if (environment != null) {
        Map<String, String> present = builder.environment();
        present.clear();
        present.putAll(Environments.present(environment, seen));
      }
      return builder;
    }
  }

  ChildStart(List<ProcessBuilder> builders) {
    builders.forEach(builder -> commands.add(new Command(builder)));
  }

  /** Starts them. */
  List<Process> run() throws IOException {
    List<ProcessBuilder> builders = new ArrayList<>();
    commands.forEach(command -> builders.add(command.builder()));
    return builders.size() == 1
        ? List.of(builders.get(0).start())
        : ProcessBuilder.startPipeline(builders);
  }

  /**
   * Records the started processes.
   *
   * @param lengths of the files that they append to, before
   */
  void of(List<Child> started, List<Long> lengths) {
    children = started;
    appendedLengths = lengths;
  }

  List<Child> children() {
    return children;
  }

  /** Starts them once more, when those of an earlier incarnation are gone. */
  List<Process> again() throws IOException {
    for (Child child : children) {
      if (!child.isEnded() && !child.canBeRepeated()) {
        throw new IOException("it was given more input than is stored");
      }
      end(child);
    }
    cutBack();
    return run();
  }

  /** Ends a process of an earlier incarnation. */
  private static void end(Child child) {
    ProcessHandle.of(child.pid())
        .filter(process -> Children.startedMs(process) == child.startedMs())
        .ifPresent(
            process -> {
              process.descendants().forEach(ProcessHandle::destroyForcibly);
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  /** Whether the program writes the input of that process. */
  boolean hasInput(int index) {
    return index == 0 && commands.get(0).in == Redirect.PIPE;
  }

  /** Whether the program reads the output of that process. */
  boolean hasOutput(int index) {
    return index == commands.size() - 1 && commands.get(index).out == Redirect.PIPE;
  }

  /** Whether the program reads the error output of that process by itself. */
  boolean hasError(int index) {
    Command command = commands.get(index);
    return command.err == Redirect.PIPE && !command.merged;
  }

  /** The length of each file that they append to, in bytes. */
  List<Long> measured() {
    List<Long> lengths = new ArrayList<>();
    appended().forEach(file -> lengths.add(file.length()));
    return lengths;
  }

  /** Takes back what they have appended. */
  private void cutBack() throws IOException {
    List<File> files = appended();
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i).isFile() && files.get(i).length() > appendedLengths.get(i)) {
        try (RandomAccessFile file = new RandomAccessFile(files.get(i), "rw")) {
          file.setLength(appendedLengths.get(i));
        }
      }
    }
  }

  private List<File> appended() {
    List<File> files = new ArrayList<>();
    for (Command command : commands) {
      for (Redirect redirect : List.of(command.out, command.err)) {
        if (redirect.type() == Redirect.Type.APPEND && !files.contains(redirect.file())) {
          files.add(redirect.file());
        }
      }
    }
    return files;
  }

  /** The command as the program has given it. */
  String words(int index) {
    return String.join(" ", commands.get(index).words);
  }
}
