package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Half round trips between two hosts with two links, against stock MPJ Express over the first link,
 * and bandwidth over one link and both where they are slower than the processors.
 */
final class AcrossHosts implements Benchmark {
  private static final String SHAPED = "each link 200 Mbit/s";
  private static final String RATE = "200mbit";

  @Override
  public String name() {
    return "hosts";
  }

  @Override
  public String title() {
    return "half round trip of a message between two hosts (network namespaces)";
  }

  @Override
  public String axis() {
    return "size of a message";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        Variant.STOCK,
        Variant.PROCESS,
        Variant.HOST,
        Variant.TWO_LINKS,
        Variant.NO_CHECK_SUM,
        Variant.FLETCHER_64,
        Variant.PLAIN_SUM);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    measure(jobs, variant, "named source", List.of(), quick, results);
    if (List.of(Variant.STOCK, Variant.PROCESS, Variant.TWO_LINKS).contains(variant)) {
      // The time of a large one is what it takes to carry it.
      measure(jobs, variant, SHAPED, List.of("65536", "1048576", "8388608"), quick, results);
    }
  }

  private static void measure(
      Jobs jobs, Variant variant, String series, List<String> sizes, boolean quick, Results results)
      throws IOException, InterruptedException {
    boolean shaped = series.equals(SHAPED);
    try (HostsNetwork network = HostsNetwork.of(2)) {
      if (!shaped) {
        network.offload();
      }
      for (int link = 0; shaped && link < HostsNetwork.LINKS; link++) {
        network.shape(0, link, RATE);
        network.shape(1, link, RATE);
      }
      List<String> arguments = new ArrayList<>(List.of("named"));
      arguments.addAll(sizes);
      if (quick || shaped) {
        arguments.add(PingPong.QUICK);
      }
      Run run = jobs.overHosts(network, variant, 2, PingPong.class.getName(), arguments).await();
      for (String line : run.lines(PingPong.PREFIX)) {
        add(line, series, variant, results);
      }
    }
  }

  private static void add(String line, String series, Variant variant, Results results) {
    String[] parts = line.split(": ");
    int bytes = Integer.parseInt(parts[0].split(" ")[1]);
    double[] us =
        Arrays.stream(parts[1].split(" ")).mapToDouble(ns -> Long.parseLong(ns) / 1e3).toArray();
    Row row = new Row(series, Sizes.text(bytes), bytes, "µs");
    Arrays.stream(us, us.length / 2, us.length).forEach(v -> results.add(row, variant, v));
  }

  /** The namespaces of all hosts, joined by commas. */
  static String names(HostsNetwork network) {
    return IntStream.range(0, network.hosts())
        .mapToObj(network::host)
        .collect(Collectors.joining(","));
  }
}
