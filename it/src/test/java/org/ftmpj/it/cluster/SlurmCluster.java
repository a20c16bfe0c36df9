package org.ftmpj.it.cluster;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Slurm cluster on this machine, whose nodes are daemons with ports of the loopback address. All
 * that it writes is in one directory, and its processes end with it.
 */
public final class SlurmCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> COMMANDS =
      List.of("munged", "slurmctld", "slurmd", "salloc", "srun", "scontrol", "sinfo", "squeue");

  private final Path directory;
  private final List<Process> daemons = new ArrayList<>();

  private SlurmCluster(Path directory) {
    this.directory = directory;
  }

  /**
   * Starts one with nodes h1, h2, ... and waits until they can be used. Where Slurm is not there
   * the test is skipped, and says why.
   *
   * @param directory is made
   */
  public static SlurmCluster start(Path directory, int nodes) throws IOException {
    List<String> missing = COMMANDS.stream().filter(c -> command(c).isEmpty()).toList();
    assumeTrue(missing.isEmpty(), "Slurm is not installed, there is no " + missing);
    assumeTrue(
        System.getProperty("user.name").equals("root"), "not root, as a Slurm cluster has to be");
    SlurmCluster cluster = new SlurmCluster(Files.createDirectories(directory));
    try {
      cluster.start(nodes);
      return cluster;
    } catch (IOException | RuntimeException | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  /** Daemons are where a user's PATH may not lead. */
  private static Optional<Path> command(String name) {
    return Stream.concat(
            Arrays.stream(System.getenv("PATH").split(File.pathSeparator)),
            Stream.of("/usr/sbin", "/usr/bin"))
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private void start(int nodes) throws IOException {
    // Munge refuses a directory in which other users could replace its socket.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    byte[] key = new byte[128];
    new SecureRandom().nextBytes(key);
    Files.setPosixFilePermissions(
        Files.write(directory.resolve("munge.key"), key),
        PosixFilePermissions.fromString("rw-------"));
    Files.createDirectories(directory.resolve("state"));
    Files.writeString(configuration(), text(nodes));
    daemon(
        "munged",
        "--foreground",
        "--force",
        "--key-file=" + directory.resolve("munge.key"),
        "--socket=" + socket(),
        "--pid-file=" + directory.resolve("munged.pid"),
        "--log-file=" + directory.resolve("munged.log"),
        "--seed-file=" + directory.resolve("munge.seed"));
    awaitThat("munged", () -> Files.exists(socket()));
    daemon("slurmctld", "-D");
    for (int node = 1; node <= nodes; node++) {
      Files.createDirectories(directory.resolve("spool").resolve("h" + node));
      daemon("slurmd", "-D", "-N", "h" + node);
    }
    String idle = "idle\n".repeat(nodes);
    awaitThat("idle nodes", () -> ask("sinfo", "-h", "-N", "-o", "%T").equals(idle));
  }

  private Path socket() {
    return directory.resolve("munge.socket");
  }

  private Path configuration() {
    return directory.resolve("slurm.conf");
  }

  private String text(int nodes) throws IOException {
    List<Integer> ports = freePorts(nodes + 1);
    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip().split("\\.")[0];
    String head =
        """
        ClusterName=test
        SlurmctldHost=%s(127.0.0.1)
        SlurmctldPort=%d
        SlurmUser=root
        SlurmdUser=root
        AuthType=auth/munge
        AuthInfo=socket=%s
        CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
        StateSaveLocation=%s
        SlurmdSpoolDir=%s
        SlurmctldPidFile=%s
        SlurmdPidFile=%s
        ProctrackType=proctrack/pgid
        TaskPlugin=task/none
        SwitchType=switch/none
        MpiDefault=none
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core
        SlurmdParameters=config_overrides
        AccountingStorageType=accounting_storage/none
        JobAcctGatherType=jobacct_gather/none
        KillWait=2
        ReturnToService=2
        """
            .formatted(
                host,
                ports.get(0),
                socket(),
                directory.resolve("state"),
                directory.resolve("spool/%n"),
                directory.resolve("slurmctld.pid"),
                directory.resolve("slurmd-%n.pid"));
    return IntStream.rangeClosed(1, nodes)
        .mapToObj(
            node ->
                "NodeName=h%d NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=4\n"
                    .formatted(node, ports.get(node)))
        .collect(
            Collectors.joining(
                "", head, "PartitionName=all Nodes=h[1-%d] Default=YES\n".formatted(nodes)));
  }

  private static List<Integer> freePorts(int number) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < number; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private void daemon(String name, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(command(name).orElseThrow().toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("SLURM_CONF", configuration().toString());
    File log = directory.resolve(name + "-" + daemons.size() + ".out").toFile();
    daemons.add(builder.redirectErrorStream(true).redirectOutput(log).start());
  }

  private void awaitThat(String what, Callable<Boolean> condition) {
    await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              for (Process daemon : daemons) {
                if (!daemon.isAlive()) {
                  throw new AssertionError(daemon.info() + " has ended; see " + directory);
                }
              }
              return condition.call();
            });
  }

  /** What one of Slurm's commands prints. */
  public String ask(String... words) throws IOException {
    return ask(Map.of(), words);
  }

  /**
   * The same.
   *
   * @param environment more of it
   */
  public String ask(Map<String, String> environment, String... words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("SLURM_CONF", configuration().toString());
    return new String(builder.start().getInputStream().readAllBytes());
  }

  /**
   * Words before a command, by which it runs within a job of Slurm.
   *
   * @param options of salloc
   */
  public List<String> within(String... options) {
    List<String> words =
        new ArrayList<>(List.of("env", "SLURM_CONF=" + configuration(), "salloc", "--quiet"));
    words.addAll(List.of(options));
    return words;
  }

  /** Kills all that runs on a node at once, with SIGKILL, as if its power had failed. */
  public void killNode(int node) {
    daemons.get(node + 1).destroyForcibly();
    List<ProcessHandle> tasks = SlurmNode.processes("h" + node, configuration());
    tasks.stream()
        .flatMap(task -> task.parent().stream())
        .filter(SlurmNode::isStep)
        .forEach(ProcessHandle::destroyForcibly);
    tasks.forEach(ProcessHandle::destroyForcibly);
  }

  /** The name of the node on which that process runs, if it runs on one. */
  public Optional<String> nodeOf(ProcessHandle process) {
    return SlurmNode.of(process, configuration());
  }

  /** Ends it, and what runs on it. */
  @Override
  public void close() {
    for (int node = 1; node < daemons.size() - 1; node++) {
      killNode(node);
    }
    daemons.forEach(Process::destroyForcibly);
    daemons.forEach(daemon -> daemon.onExit().join());
  }
}
