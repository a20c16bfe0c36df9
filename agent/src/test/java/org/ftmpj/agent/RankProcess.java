package org.ftmpj.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.console.OutputReader;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.transport.control.ControlBlock;

/** Starts a rank as the launcher does, with the agent's jar as it is shipped. */
final class RankProcess {
  static final Path AGENT = Path.of(System.getProperty("agent.jar", "target/ftagent.jar"));
  private static final Path PROGRAMS = Path.of("target/test-classes");

  private final JobLayout layout;
  private final TreeMap<String, String> environment = new TreeMap<>();
  private final List<String> jvmArguments = new ArrayList<>();
  private List<Path> mpjExpress =
      List.of(jarOf(mpi.MPI.class), jarOf(org.apache.log4j.Logger.class));
  private List<Path> libraries = List.of();
  private String agentArguments = "";
  private int incarnation = 1;

  /** What became of it. */
  record Result(
      int status,
      String rawOut,
      String rawErr,
      Optional<ExitRecord> exitRecord,
      String out,
      String err) {}

  private RankProcess(JobLayout layout) {
    this.layout = layout;
  }

  /** A job of one rank, in a directory that is there. */
  static RankProcess in(Path directory) throws IOException {
    JobLayout layout = new JobLayout(directory);
    for (String name :
        List.of(
            "channels",
            "determinants",
            "output",
            "incarnations",
            "exit",
            "counters",
            "appended",
            "recovered",
            "stderr")) {
      Files.createDirectories(directory.resolve(name));
    }
    if (!Files.exists(layout.control())) {
      JobIdentity.create(layout);
      ControlBlock.create(layout.control(), 1);
    }
    return new RankProcess(layout)
        .set("FT_JOB_DIR", directory.toString())
        .set("FT_RANK", "0")
        .set("FT_SIZE", "1");
  }

  RankProcess set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  RankProcess unset(String variable) {
    environment.remove(variable);
    return this;
  }

  RankProcess incarnation(int number) {
    incarnation = number;
    return set("FT_INCARNATION", Integer.toString(number));
  }

  RankProcess agentArguments(String arguments) {
    agentArguments = "=" + arguments;
    return this;
  }

  RankProcess jvm(String argument) {
    jvmArguments.add(argument);
    return this;
  }

  RankProcess mpjExpress(Path... jars) {
    mpjExpress = List.of(jars);
    return this;
  }

  RankProcess libraries(List<Path> jars) {
    libraries = jars;
    return this;
  }

  Process start(Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(jvmArguments);
    command.add("-javaagent:" + AGENT.toAbsolutePath() + agentArguments);
    List<Path> classPath = new ArrayList<>(libraries);
    classPath.add(0, PROGRAMS.toAbsolutePath());
    classPath.addAll(mpjExpress);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(program.getName());
    command.addAll(
        List.of(
            "0",
            "#Number of Processes;1;#Protocol Switch Limit;131072;#Server Name;localhost;#Server Port;0",
            "niodev"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("FT_"));
    builder.environment().putAll(environment);
    builder.redirectOutput(raw("out").toFile());
    builder.redirectError(raw("err").toFile());
    return builder.start();
  }

  /** Starts it and waits for its end. */
  Result run(Class<?> program, String... arguments) throws IOException, InterruptedException {
    return await(start(program, arguments));
  }

  Result await(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after 60 s: " + Files.readString(raw("err")));
    }
    return new Result(
        process.exitValue(),
        Files.readString(raw("out")),
        Files.readString(raw("err")),
        ExitRecord.read(layout.exitRecord(0)),
        logged(OutputRecord.OUT),
        logged(OutputRecord.ERR));
  }

  /** What is in the output log so far. */
  String logged(int stream) {
    StringBuilder text = new StringBuilder();
    try (OutputReader reader = OutputReader.open(layout.output(0), 0)) {
      reader.poll(
          record -> {
            if (record.stream() == stream) {
              text.append(new String(record.text(), UTF_8));
            }
          });
    }
    return text.toString();
  }

  JobLayout layout() {
    return layout;
  }

  private Path raw(String name) {
    return layout.stderr(0, incarnation).resolveSibling(name + "." + incarnation);
  }

  private static Path jarOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
