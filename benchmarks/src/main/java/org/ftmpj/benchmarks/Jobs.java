package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.testnet.HostsNetwork;
import org.ftmpj.transport.JdkAccess;

/** Runs programs by the launcher, one at a time. */
final class Jobs {
  private final Path home;
  private final Path scratch;

  /**
   * @param home with what was built
   * @param scratch the working directory of programs
   */
  Jobs(Path home, Path scratch) {
    this.home = home;
    this.scratch = scratch;
  }

  /**
   * Runs a sample or a program of this module.
   *
   * @throws org.ftmpj.common.error.FtmpjException NOT_MEASURED if it ends with another exit code
   *     than 0
   */
  Run run(Variant variant, int ranks, String main, List<String> arguments)
      throws IOException, InterruptedException {
    return start(variant, ranks, List.of(), main, arguments).await();
  }

  /**
   * Starts a sample or a program of this module.
   *
   * @param options of {@code ftmpj run}, in addition to those of the variant
   */
  Running start(
      Variant variant, int ranks, List<String> options, String main, List<String> arguments)
      throws IOException {
    return start(List.of(), variant, ranks, options, main, arguments);
  }

  /**
   * The same by another command.
   *
   * @param by runs the command that follows it
   */
  Running start(
      List<String> by,
      Variant variant,
      int ranks,
      List<String> options,
      String main,
      List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    command.addAll(variant == Variant.MULTICORE ? multicore() : launcher("run"));
    command.addAll(List.of("-np", Integer.toString(ranks), "-cp", classPath()));
    command.addAll(variant.options());
    command.addAll(options);
    command.add(main);
    command.addAll(arguments);
    return Running.start(main + " on " + variant.title(), command, scratch);
  }

  /**
   * Starts a program over several hosts, on links as the variant says, from the first of them.
   *
   * @param more options of {@code ftmpj run}, in addition to those of the variant, if it is not
   *     stock MPJ Express
   */
  Running overHosts(
      HostsNetwork network,
      Variant variant,
      int ranks,
      List<String> more,
      String main,
      List<String> arguments)
      throws IOException {
    String hosts =
        IntStream.range(0, network.hosts())
            .mapToObj(network::host)
            .collect(Collectors.joining(","));
    if (variant == Variant.STOCK) {
      List<String> command = network.on(0, List.of(java(), "-cp", benchmarksJar()));
      String mpj = Path.of(System.getenv("MPJ_HOME"), "lib", "mpj.jar").toString();
      command.addAll(
          List.of(
              StockOverHosts.class.getName(),
              Integer.toString(ranks),
              network.address(0, 0),
              hosts,
              classPath() + ":" + mpj,
              main));
      command.addAll(arguments);
      return Running.start(main + " on stock over hosts", command, scratch);
    }
    String bind =
        IntStream.range(0, variant.links())
            .mapToObj(link -> network.address(0, link))
            .collect(Collectors.joining(","));
    List<String> options = new ArrayList<>(List.of("--hosts", hosts, "--bind", bind));
    options.addAll(List.of("--remote-shell", "ip netns exec"));
    options.addAll(more);
    return start(network.on(0, List.of()), variant, ranks, options, main, arguments);
  }

  /** The beginning of a command line of the launcher, for a command that mostly waits. */
  private List<String> launcher(String command) {
    return List.of(
        java(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:CompileThresholdScaling=4",
        "-Dftmpj.home=" + home,
        "-jar",
        launcherJar(),
        command);
  }

  /** MPJ Express's own launcher: the ranks are threads of one process. */
  private static List<String> multicore() {
    Path starter = Path.of(System.getenv("MPJ_HOME"), "lib", "starter.jar");
    return List.of(java(), "-XX:+UseSerialGC", "-jar", starter.toString(), "-dev", "multicore");
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * The beginning of a command line for parts of FTMPJ without a rank: what Chronicle needs, and
   * nothing on standard error.
   */
  static List<String> partsOptions() {
    List<String> options = new ArrayList<>(JdkAccess.options().toList());
    options.add("-XX:+UseSerialGC");
    options.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    return options;
  }

  /** The jar of this module, with all that it needs. */
  String benchmarksJar() {
    return home.resolve("benchmarks/target/ftmpj-benchmarks.jar").toString();
  }

  /** The jar of the command {@code ftmpj}. */
  String launcherJar() {
    return home.resolve("launcher/target/ftmpj.jar").toString();
  }

  /** Where benchmarks can put their files; removed at the end. */
  Path scratch() {
    return scratch;
  }

  private String classPath() {
    return Stream.of(
            "samples/target/classes", "benchmarks/target/classes", "api/target/ftmpj-api.jar")
        .map(part -> home.resolve(part).toString())
        .collect(Collectors.joining(":"));
  }
}
