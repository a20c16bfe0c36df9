package org.ftmpj.it.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What to run, and how: a line of `ftmpj run`. Each method returns a changed copy.
 *
 * @param shell words before the command
 */
public record JobSpec(
    String main,
    List<String> arguments,
    int ranks,
    List<String> options,
    List<String> jvmArguments,
    String classPath,
    String java,
    List<String> shell) {

  private static final List<String> QUICK_START =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          // Most ranks end before it pays to compile as soon as usual.
          "-XX:CompileThresholdScaling=4",
          "-Xshare:auto",
          "-Xmx128m",
          "-XX:-UsePerfData");

  /** A program of the samples or of the tests, on four ranks. */
  public static JobSpec of(String main, String... arguments) {
    return new JobSpec(
        main,
        List.of(arguments),
        4,
        List.of(),
        QUICK_START,
        Installation.samples() + ":" + Installation.programs(),
        Installation.java(),
        List.of());
  }

  public static JobSpec of(Class<?> main, String... arguments) {
    return of(main.getName(), arguments);
  }

  public JobSpec ranks(int number) {
    return new JobSpec(main, arguments, number, options, jvmArguments, classPath, java, shell);
  }

  /** Other arguments of the program. */
  public JobSpec arguments(String... others) {
    return new JobSpec(main, List.of(others), ranks, options, jvmArguments, classPath, java, shell);
  }

  /** Further arguments of the program. */
  public JobSpec moreArguments(String... more) {
    return arguments(joined(arguments, more).toArray(String[]::new));
  }

  /** A program that is neither a sample nor one of the tests'. */
  public JobSpec classPath(List<Path> jars) {
    String joined = jars.stream().map(Path::toString).collect(Collectors.joining(":"));
    return new JobSpec(main, arguments, ranks, options, jvmArguments, joined, java, shell);
  }

  /** The same program in another one, whose arguments are these, its name and its arguments. */
  public JobSpec in(Class<?> other, String... first) {
    List<String> words = new ArrayList<>(List.of(first));
    words.add(main);
    words.addAll(arguments);
    return new JobSpec(
        other.getName(), words, ranks, options, jvmArguments, classPath, java, shell);
  }

  /** More options of `ftmpj run`. */
  public JobSpec with(String... more) {
    return new JobSpec(
        main, arguments, ranks, joined(options, more), jvmArguments, classPath, java, shell);
  }

  public JobSpec level(Level level) {
    return with("--durability", level.toString());
  }

  /** On stock MPJ Express, without fault tolerance. */
  public JobSpec stock() {
    return with("--stock");
  }

  /** More arguments of the ranks' Java machines. */
  public JobSpec jvm(String... more) {
    return new JobSpec(
        main, arguments, ranks, options, joined(jvmArguments, more), classPath, java, shell);
  }

  /** With the garbage collector that Java chooses itself, whose threads start more slowly. */
  public JobSpec usualCollector() {
    return jvm("-XX:-UseSerialGC");
  }

  /**
   * On another Java.
   *
   * @param command its {@code bin/java}
   */
  public JobSpec java(Path command) {
    return new JobSpec(
        main, arguments, ranks, options, jvmArguments, classPath, command.toString(), shell);
  }

  /** The launcher is started by that command, which is given the words of another one. */
  public JobSpec by(List<String> command) {
    return new JobSpec(
        main, arguments, ranks, options, jvmArguments, classPath, java, List.copyOf(command));
  }

  /** Puts something in front of the class path. */
  public JobSpec before(Path first) {
    return new JobSpec(
        main, arguments, ranks, options, jvmArguments, first + ":" + classPath, java, shell);
  }

  /**
   * @param temporary what every Java machine of the job is told to use for temporary files
   */
  List<String> command(Path temporary) {
    List<String> command = new ArrayList<>(shell);
    command.addAll(Command.line(java, Installation.launcher(), temporary));
    command.addAll(List.of("run", "-np", Integer.toString(ranks), "--label", "-cp", classPath));
    command.addAll(options);
    for (String argument : joined(jvmArguments, "-Djava.io.tmpdir=" + temporary)) {
      command.add("-J");
      command.add(argument);
    }
    command.add(main);
    command.addAll(arguments);
    return command;
  }

  /**
   * The line of `ftmpj resume` for a job of this kind, whose lines begin with their ranks as
   * before.
   */
  List<String> resumption(Path temporary, String id, String... more) {
    List<String> command = new ArrayList<>(shell);
    command.addAll(Command.line(java, Installation.launcher(), temporary));
    command.add("resume");
    command.addAll(List.of(more));
    command.add(id);
    return command;
  }

  private static List<String> joined(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }
}
