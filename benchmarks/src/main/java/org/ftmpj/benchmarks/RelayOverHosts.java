package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Messages between two ranks on two hosts, over one of two links or over both: half round trips,
 * and streams in one direction.
 */
final class RelayOverHosts implements Benchmark {
  private static final String RATE = "200mbit";

  /** What starting and ending a job takes, about. */
  static final double START_S = 5;

  /** About how many spans a measurement takes, until it does not change any more. */
  private static final double SPANS = 10;

  private static final int SPAN_MS = 150;
  private static final int QUICK_SPAN_MS = 20;

  /** So long it takes until the daemons are compiled, on two processors for all. */
  private static final int WARM_S = 15;

  private final String name;
  private final String title;
  private final List<Variant> variants;
  private final List<String> measurements;
  private final Optional<String> rate;
  private final int turns;

  private RelayOverHosts(
      String name,
      String title,
      List<Variant> variants,
      List<String> measurements,
      Optional<String> rate,
      int turns) {
    this.name = name;
    this.title = title;
    this.variants = variants;
    this.measurements = measurements;
    this.rate = rate;
    this.turns = turns;
  }

  static Benchmark latency() {
    return new RelayOverHosts(
        "hosts-latency",
        "messages between two hosts, whose links are as fast as memory",
        List.of(Variant.STOCK, Variant.PROCESS, Variant.HOST, Variant.TWO_LINKS),
        List.of("named:64", "named:4096", "named:65536", "named:1048576", "stream:1048576"),
        Optional.empty(),
        3);
  }

  /** Where links are slower than processors. */
  static Benchmark links() {
    return new RelayOverHosts(
        "hosts-links",
        "messages between two hosts, each link " + RATE.replace("mbit", " Mbit/s"),
        List.of(Variant.STOCK, Variant.PROCESS, Variant.TWO_LINKS),
        List.of("named:65536", "named:1048576", "stream:65536", "stream:1048576"),
        Optional.of(RATE),
        3);
  }

  /** Each mechanism on and off, as NewMadeleine (Trahay et al., section 6.1). */
  static Benchmark mechanisms() {
    return new RelayOverHosts(
        "hosts-mechanisms",
        "what check sums and detection cost a message between two hosts (level process)",
        List.of(
            Variant.NO_CHECK_SUM,
            Variant.CRC32C,
            Variant.FLETCHER_64,
            Variant.PLAIN_SUM,
            Variant.NO_CHECK_SUM_SELDOM),
        List.of("named:4096", "named:65536", "named:1048576", "stream:1048576"),
        Optional.empty(),
        3);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public String axis() {
    return "size of a message";
  }

  @Override
  public List<Variant> variants() {
    return variants;
  }

  @Override
  public int turns() {
    return turns;
  }

  @Override
  public double seconds(int times, boolean quick) {
    return times * variants.size() * secondsOfAJob(measurements.size(), quick);
  }

  /** About how long a job takes that measures that much. */
  static double secondsOfAJob(int measurements, boolean quick) {
    if (quick) {
      double warmUp = 4;
      return START_S + (warmUp + measurements) * SPANS * QUICK_SPAN_MS / 1e3;
    }
    return START_S + WARM_S + measurements * SPANS * SPAN_MS / 1e3;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    try (HostsNetwork network = HostsNetwork.of(2)) {
      if (rate.isEmpty()) {
        network.offload();
      }
      for (int link = 0; rate.isPresent() && link < HostsNetwork.LINKS; link++) {
        network.shape(0, link, rate.get());
        network.shape(1, link, rate.get());
      }
      for (Measured one : run(jobs, network, variant, List.of(), measurements, quick)) {
        String size = Sizes.text(one.bytes);
        results.add(new Row(one.series(), size, one.bytes, one.unit()), variant, one.value());
      }
    }
  }

  /**
   * What the program has measured.
   *
   * @param ns for a message from one rank to the other
   */
  record Measured(String pattern, int bytes, double ns) {
    /** Of {@code named 64: 1234}. */
    static Measured of(String line) {
      String[] parts = line.split("[: ]+");
      return new Measured(parts[0], Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
    }

    private boolean isStream() {
      return pattern.equals("stream");
    }

    String series() {
      return isStream() ? "bandwidth of a stream" : "half round trip";
    }

    String unit() {
      return isStream() ? "MB/s" : "µs";
    }

    double value() {
      return isStream() ? bytes / ns * 1e3 : ns / 1e3;
    }
  }

  /**
   * Runs a job of two ranks.
   *
   * @param options in addition to those of the variant
   * @param measurements as {@link Relay} has them
   */
  static List<Measured> run(
      Jobs jobs,
      HostsNetwork network,
      Variant variant,
      List<String> options,
      List<String> measurements,
      boolean quick)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("" + (quick ? QUICK_SPAN_MS : SPAN_MS)));
    if (!quick) {
      arguments.add("warm:" + WARM_S);
    }
    arguments.addAll(measurements);
    return jobs
        .overHosts(network, variant, 2, options, Relay.class.getName(), arguments)
        .await()
        .lines(Relay.PREFIX)
        .stream()
        .map(Measured::of)
        .toList();
  }
}
