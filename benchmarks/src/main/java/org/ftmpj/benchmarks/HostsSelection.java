package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What is measured over hosts. */
final class HostsSelection {
  private static final int MOST_HOSTS = 4;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "PART",
      description = "Of hosts, only latency, links, mechanisms, heartbeat, nas, events, loss.")
  private List<String> only = List.of();

  @Option(
      names = "--kernels",
      split = ",",
      paramLabel = "KERNEL",
      description = "Of hosts, only these NAS kernels, such as LU,MG.")
  private List<NasKernel> kernels = List.of();

  @Option(
      names = "--class",
      split = ",",
      paramLabel = "CLASS",
      description = "Of hosts, NAS kernels of these classes: S, W, A.")
  private List<String> classes = List.of();

  @Option(
      names = "--hosts",
      split = ",",
      paramLabel = "N",
      description = "Of hosts, NAS kernels on so many hosts, 2 to 4.")
  private List<Integer> hosts = List.of();

  /** What is wrong with it; empty if nothing is. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    require("--only", only, parts().keySet().stream().toList(), problems);
    require("--class", classes, List.of("S", "W", "A"), problems);
    require("--hosts", hosts, List.of(2, 3, MOST_HOSTS), problems);
    return problems;
  }

  private static <T> void require(
      String option, List<T> given, List<T> known, List<String> problems) {
    if (!known.containsAll(given)) {
      problems.add(option + " has " + given + ", but there are " + known);
    }
  }

  /**
   * What keeps hosts from being made of network namespaces here.
   *
   * @param path directories, as in the environment variable {@code PATH}
   */
  static Optional<String> obstacle(String path, boolean isRoot) {
    List<String> missing =
        Stream.of("ip", "tc", "nft").filter(tool -> OpenMpi.find(tool, path).isEmpty()).toList();
    if (missing.isEmpty() && isRoot) {
      return Optional.empty();
    }
    String what =
        // Others than root may have them, and not find them.
        isRoot ? String.join(", ", missing) + " not found" : "this is not root";
    return Optional.of(
        "hosts are network namespaces, which take root, ip, tc and nft (Debian: apt-get install"
            + " iproute2 nftables): "
            + what);
  }

  boolean isGiven() {
    return !(only.isEmpty() && kernels.isEmpty() && classes.isEmpty() && hosts.isEmpty());
  }

  /** The benchmarks that were chosen. */
  List<Benchmark> benchmarks() {
    return parts().entrySet().stream()
        .filter(part -> only.isEmpty() || only.contains(part.getKey()))
        .flatMap(part -> part.getValue().stream())
        .toList();
  }

  /** By the names that are given; in an order in which what matters most comes first. */
  private Map<String, List<Benchmark>> parts() {
    Map<String, List<Benchmark>> parts = new LinkedHashMap<>();
    parts.put("latency", List.of(RelayOverHosts.latency()));
    parts.put("links", List.of(RelayOverHosts.links()));
    parts.put("nas", List.of(NasOverHosts.kernels(this)));
    parts.put("mechanisms", List.of(RelayOverHosts.mechanisms(), NasOverHosts.mechanisms(this)));
    parts.put("heartbeat", List.of(new Heartbeats()));
    parts.put("events", List.of(new EventsOverHosts(this)));
    parts.put("loss", List.of(new LossOfHost()));
    return parts;
  }

  /** Those that were chosen, or the usual ones. */
  List<NasKernel> kernels(List<NasKernel> usual) {
    return kernels.isEmpty() ? usual : kernels;
  }

  List<String> classes(List<String> usual) {
    return classes.isEmpty() ? usual : classes;
  }

  List<Integer> hosts(List<Integer> usual) {
    return hosts.isEmpty() ? usual : hosts;
  }
}
