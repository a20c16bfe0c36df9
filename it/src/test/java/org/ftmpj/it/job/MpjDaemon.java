package org.ftmpj.it.job;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.testnet.HostsNetwork;

/**
 * MPJ Express's own daemon, on ports of its own, and what it has started. To be closed: kills all
 * of that.
 */
public final class MpjDaemon implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int LISTENS = 0x0A;

  private final Path directory;
  private final int port;
  private final UnaryOperator<List<String>> place;
  private final List<String> machines;
  private final Processes processes;
  private final Process process;

  /**
   * @param directory empty; holds its MPJ_HOME, and what ranks take for the temporary directory
   */
  public MpjDaemon(Path directory) throws IOException {
    this(directory, FreePort.any(), UnaryOperator.identity(), List.of("localhost"));
    // Not by connecting: the daemon would take that for a job and fall over it.
    await("the daemon").atMost(PATIENCE).until(this::listens);
  }

  /**
   * A daemon on each host of a network. Jobs are started from the first, on all of them.
   *
   * @param directory empty; holds a directory for each
   */
  public static List<MpjDaemon> onHosts(HostsNetwork network, Path directory) throws IOException {
    int port = FreePort.any();
    List<String> machines =
        IntStream.range(0, network.hosts()).mapToObj(host -> network.address(host, 0)).toList();
    List<MpjDaemon> daemons = new ArrayList<>();
    for (int host = 0; host < network.hosts(); host++) {
      int on = host;
      Path own = directory.resolve(network.host(host));
      daemons.add(new MpjDaemon(own, port, command -> network.on(on, command), machines));
      Files.writeString(
          own.resolve("hosts"), machines.get(0) + " " + InetAddress.getLocalHost().getHostName());
    }
    for (MpjDaemon daemon : daemons) {
      await("the daemon").atMost(PATIENCE).until(daemon::listens);
    }
    return daemons;
  }

  private MpjDaemon(
      Path directory, int port, UnaryOperator<List<String>> place, List<String> machines)
      throws IOException {
    this.directory = directory;
    this.port = port;
    this.place = place;
    this.machines = machines;
    Files.createDirectories(temporary());
    makeHome();
    String mark = UUID.randomUUID().toString();
    processes = new Processes(mark, "");
    ProcessBuilder builder =
        command("runtime.daemon.MPJDaemon", Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("daemon.log").toFile());
    builder.environment().put(Processes.MARK, mark);
    builder.environment().keySet().removeIf(name -> name.startsWith("FT_"));
    process = builder.start();
  }

  /** As the user's MPJ_HOME, with other ports. */
  private void makeHome() throws IOException {
    Path original = Installation.mpjHome();
    Files.createDirectories(home().resolve("conf"));
    Files.createDirectories(home().resolve("logs"));
    Files.createSymbolicLink(home().resolve("lib"), original.resolve("lib"));
    Map<String, Integer> ports =
        Map.of(
            "mpjexpress.mpjdaemon.port.1=",
            port,
            "mpjexpress.mpjdaemon.port.2=",
            FreePort.any(),
            "mpjexpress.mpjrun.port.1=",
            FreePort.any());
    List<String> lines =
        Files.readAllLines(original.resolve("conf/mpjexpress.conf")).stream()
            .map(line -> replaced(line, ports))
            .toList();
    Files.write(home().resolve("conf/mpjexpress.conf"), lines);
  }

  private static String replaced(String line, Map<String, Integer> ports) {
    return ports.keySet().stream()
        .filter(line::startsWith)
        .findFirst()
        .map(key -> key + ports.get(key))
        .orElse(line);
  }

  private Path home() {
    return directory.resolve("home");
  }

  /** What it was given. */
  public Path directory() {
    return directory;
  }

  /** What ranks are told to use for temporary files. */
  public Path temporary() {
    return directory.resolve("tmp");
  }

  /** How a class of MPJ Express's launcher is run. */
  ProcessBuilder command(String main, String... arguments) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Installation.java(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Duser.home=" + directory));
    words.addAll(names());
    words.addAll(List.of("-cp", home() + "/lib/*", main));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(place.apply(words));
    builder.environment().put("MPJ_HOME", home().toString());
    return builder;
  }

  /** Where jobs run: what the starter's file {@code machines} names. */
  List<String> machines() {
    return machines;
  }

  /**
   * What a JVM of MPJ Express's starter and of its ranks needs to know this machine's name as the
   * address of the first host; nothing if all is on this one.
   */
  List<String> names() {
    return machines.size() == 1
        ? List.of()
        : List.of("-Djdk.net.hosts.file=" + directory.resolve("hosts"));
  }

  /** How a command is run that `./ftmpj setup` writes. */
  public ProcessBuilder script(String name, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Installation.root().resolve("mpj").resolve(name).toString());
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("MPJ_HOME", home().toString());
    builder.environment().keySet().removeIf(word -> word.startsWith("FT_"));
    return builder;
  }

  private boolean listens() throws IOException {
    String wanted = String.format(Locale.ROOT, ":%04X", port);
    Path tables = Path.of("/proc", Long.toString(process.pid()), "net");
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(tables.resolve(table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields[1].endsWith(wanted) && fields[3].equals(String.format("%02X", LISTENS))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The process that is that rank now. */
  public Optional<ProcessHandle> rank(int rank) {
    return processes.withEnvironment("FT_RANK=" + rank).findFirst();
  }

  /** The process that the daemon has started as that rank, and that supervises it. */
  public Optional<ProcessHandle> supervisor(int rank) {
    return rank(rank).flatMap(ProcessHandle::parent);
  }

  /** The event logger of the job that runs. */
  public Optional<ProcessHandle> logger() {
    return processes.all().stream()
        .filter(p -> p.info().commandLine().filter(c -> c.contains("EventLoggerEntry")).isPresent())
        .findFirst();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Processes that the daemon has started, and files of theirs. */
  public List<String> leftBehind() {
    try (Stream<Path> files = Files.walk(temporary())) {
      return Stream.concat(
              processes.all().stream()
                  .filter(p -> p.pid() != process.pid())
                  .map(p -> "process " + p.pid() + " " + p.info().commandLine().orElse("?")),
              files.filter(file -> !file.equals(temporary())).map(file -> "file " + file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills what it has started. */
  public void endJobs() {
    processes.all().stream()
        .filter(p -> p.pid() != process.pid())
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    processes.all().forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }
}
