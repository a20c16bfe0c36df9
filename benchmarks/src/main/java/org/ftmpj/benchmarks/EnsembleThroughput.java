package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.Ensemble;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.logger.client.JobLoggers;

/**
 * How many determinants are stable in a second with one event logger, with an ensemble of three,
 * and with several ensembles, all on this machine, which they share with their clients. Then once
 * more with so little of a processor for each logger that the loggers are what there is too little
 * of, as where each has a machine of its own.
 */
final class EnsembleThroughput implements Benchmark {
  private static final int MEMBERS = 3;
  private static final int[] CLIENTS = {4, 16, 64};
  private static final int[] QUICK = {4};
  private static final int[] AT_A_GATE = {1, 64};

  @Override
  public String name() {
    return "ensembles";
  }

  @Override
  public String title() {
    return "what ensembles of event loggers acknowledge";
  }

  @Override
  public String axis() {
    return "clients of the event loggers";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.ONE_LOGGER, Variant.ENSEMBLE, Variant.ENSEMBLES_2, Variant.ENSEMBLES_3);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(jobs.scratch().resolve("loggers"));
    List<LoggerProcess> processes = new ArrayList<>();
    try {
      for (int i = 0; i < number(variant); i++) {
        Path own = Files.createDirectories(directory.resolve(Integer.toString(i)));
        processes.add(LoggerProcess.start(jobs, own));
      }
      measure(loggers(processes), variant, LoggerLimits.none(), "", quick, results);
      measureLimited(processes, variant, quick, results);
    } finally {
      for (LoggerProcess process : processes) {
        process.close();
      }
      Trees.delete(directory);
    }
  }

  private static int number(Variant variant) {
    return switch (variant) {
      case ONE_LOGGER -> 1;
      case ENSEMBLE -> MEMBERS;
      case ENSEMBLES_2 -> 2 * MEMBERS;
      case ENSEMBLES_3 -> 3 * MEMBERS;
      default -> throw new IllegalArgumentException(variant.title());
    };
  }

  private static JobLoggers loggers(List<LoggerProcess> processes) {
    List<HostPort> all = processes.stream().map(LoggerProcess::address).toList();
    List<Ensemble> ensembles = new ArrayList<>();
    for (int first = 0; first < all.size(); first += MEMBERS) {
      ensembles.add(new Ensemble(all.subList(first, Math.min(first + MEMBERS, all.size()))));
    }
    return new JobLoggers(new Loggers(ensembles), processes.get(0).secret());
  }

  private static void measureLimited(
      List<LoggerProcess> processes, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    Optional<LoggerLimits> some = LoggerLimits.of(processes);
    if (some.isEmpty()) {
      results.note("Not measured" + LoggerLimits.TITLE + ": no control group can be made here");
      return;
    }
    try (LoggerLimits limits = some.get()) {
      measure(loggers(processes), variant, limits, LoggerLimits.TITLE, quick, results);
    }
  }

  private static void measure(
      JobLoggers loggers,
      Variant variant,
      LoggerLimits limits,
      String with,
      boolean quick,
      Results results)
      throws IOException, InterruptedException {
    for (int determinants : AT_A_GATE) {
      List<ByteBuffer> records = LoggerThroughput.records(determinants);
      for (int clients : quick ? QUICK : CLIENTS) {
        String what = "determinants per second, %d at each gate".formatted(determinants) + with;
        Row row = new Row(what, clients + " clients", clients, "/s");
        double perSecond = LoggerClients.run(loggers, clients, records, quick, limits::impose);
        limits.lift();
        results.add(row, variant, perSecond * determinants);
      }
    }
  }
}
