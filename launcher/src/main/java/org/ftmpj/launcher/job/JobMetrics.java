package org.ftmpj.launcher.job;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.ftmpj.hostd.disk.LogSizes;
import org.ftmpj.launcher.registry.PathsRecord;
import org.ftmpj.network.PathCounters;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.CheckpointRecord;

/** The metrics of a job while it runs, see docs/metrics.md. Any thread. */
public final class JobMetrics implements JobObserver {
  private static final double[] SECONDS = {0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300};
  private static final double MILLI = 1e-3;
  private static final double NANO = 1e-9;
  private static final String RANK = "rank";
  private static final String[] PATH = {"host", "to", "path"};

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final int size;
  private final Set<Integer> alive = ConcurrentHashMap.newKeySet();
  private final Gauge incarnation =
      Gauge.builder()
          .name("ftmpj_incarnation")
          .help("The incarnation of a rank that was started last.")
          .labelNames(RANK)
          .register(registry);
  private final Counter deaths =
      Counter.builder()
          .name("ftmpj_deaths")
          .help("Processes of a rank that died and were restarted.")
          .labelNames(RANK)
          .register(registry);
  private final Counter recoveries =
      Counter.builder()
          .name("ftmpj_recoveries")
          .help("Recoveries of a rank that were completed.")
          .labelNames(RANK)
          .register(registry);
  private final Histogram recoverySeconds =
      Histogram.builder()
          .name("ftmpj_recovery_seconds")
          .help("From when a death was noticed until the rank was past what it had done before.")
          .classicOnly()
          .classicUpperBounds(SECONDS)
          .register(registry);

  /**
   * @param size the job's number of ranks
   */
  public JobMetrics(int size) {
    this.size = size;
    for (int rank = 0; rank < size; rank++) {
      incarnation.labelValues(label(rank)).set(0);
      deaths.initLabelValues(label(rank));
      recoveries.initLabelValues(label(rank));
    }
    GaugeWithCallback.builder()
        .name("ftmpj_ranks_alive")
        .help("Ranks that have a process.")
        .callback(sample -> sample.call(alive.size()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ftmpj_ranks")
        .help("Ranks of the job.")
        .callback(sample -> sample.call(size))
        .register(registry);
  }

  /**
   * Sets the figures that are read at every scrape, because no events report them. To be called
   * once.
   */
  public void follow(JobFigures job, Console console) {
    GaugeWithCallback.builder()
        .name("ftmpj_operation_clock")
        .help("Operations that a rank has done; a restarted rank begins at 0 again.")
        .labelNames(RANK)
        .callback(sample -> ofRanks(sample::call, job::progress))
        .register(registry);
    CounterWithCallback.builder()
        .name("ftmpj_gate_waits")
        .help("Waits of a rank until its determinants were stable.")
        .labelNames(RANK)
        .callback(sample -> ofRanks(sample::call, job::gateWaits))
        .register(registry);
    CounterWithCallback.builder()
        .name("ftmpj_gate_wait_seconds")
        .help("How long a rank has waited until its determinants were stable.")
        .labelNames(RANK)
        .callback(sample -> ofRanks(sample::call, rank -> job.gateWaitedNs(rank) * NANO))
        .register(registry);
    CounterWithCallback.builder()
        .name("ftmpj_host_losses")
        .help("Hosts that were lost, and whose ranks were repeated on others.")
        .callback(sample -> sample.call(job.hostLosses()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ftmpj_rank_silent_seconds")
        .help("For how long a suspected rank has given no sign of life; 0 of others.")
        .labelNames(RANK)
        .callback(sample -> ofRanks(sample::call, rank -> job.silentMs(rank) * MILLI))
        .register(registry);
    CounterWithCallback.builder()
        .name("ftmpj_rank_suspicions")
        .help("How often a rank gave no sign of life for so long that it was suspected.")
        .labelNames(RANK)
        .callback(sample -> ofRanks(sample::call, job::suspicions))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ftmpj_log_bytes")
        .help("Disk space of the job's logs.")
        .labelNames("log")
        .callback(
            sample ->
                job.place()
                    .ifPresent(
                        place -> LogSizes.of(place).forEach((log, b) -> sample.call(b, log))))
        .register(registry);
    CounterWithCallback.builder()
        .name("ftmpj_output_lines")
        .help("Lines of the ranks that were printed.")
        .labelNames("stream")
        .callback(
            sample -> {
              sample.call(console.lines(OutputRecord.OUT), "stdout");
              sample.call(console.lines(OutputRecord.ERR), "stderr");
            })
        .register(registry);
    followCheckpoints(job);
    followPaths(job);
  }

  /** Adds the figures of ranks that take checkpoints. */
  private void followCheckpoints(JobFigures job) {
    GaugeWithCallback.builder()
        .name("ftmpj_checkpoint_age_seconds")
        .help("Since the last checkpoint of a rank: what it would repeat at most.")
        .labelNames(RANK)
        .callback(sample -> ofCheckpoints(sample::call, job, JobMetrics::ageSeconds))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ftmpj_checkpoint_bytes")
        .help("Size of the heap in the last checkpoint of a rank.")
        .labelNames(RANK)
        .callback(sample -> ofCheckpoints(sample::call, job, CheckpointRecord.Last::bytes))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ftmpj_checkpoint_pause_seconds")
        .help("For how long the program stood still for the last checkpoint of a rank.")
        .labelNames(RANK)
        .callback(sample -> ofCheckpoints(sample::call, job, last -> last.pauseNs() * NANO))
        .register(registry);
  }

  private static double ageSeconds(CheckpointRecord.Last last) {
    return Duration.between(last.taken(), Instant.now()).toMillis() * MILLI;
  }

  private void ofCheckpoints(
      Sample sample, JobFigures job, ToDoubleFunction<CheckpointRecord.Last> value) {
    job.place()
        .ifPresent(
            place -> {
              for (int rank = 0; rank < size; rank++) {
                String label = label(rank);
                CheckpointRecord.read(place.checkpointRecord(rank))
                    .flatMap(CheckpointRecord::last)
                    .ifPresent(last -> sample.call(value.applyAsDouble(last), label));
              }
            });
  }

  /** The paths between hosts, according to their daemons. */
  private void followPaths(JobFigures job) {
    GaugeWithCallback.builder()
        .name("ftmpj_path_live")
        .help("Whether a path from a host to another one is in use.")
        .labelNames(PATH)
        .callback(sample -> ofPaths(sample::call, job, path -> path.live() ? 1 : 0))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ftmpj_path_round_trip_seconds")
        .help("From the probe that was answered last until its answer.")
        .labelNames(PATH)
        .callback(sample -> ofPaths(sample::call, job, path -> path.roundTripNs() * NANO))
        .register(registry);
    count(job, "frames_sent", "Frames that were sent on a path.", PathCounters::sent);
    count(job, "frames_received", "Frames that came intact.", PathCounters::received);
    count(job, "bytes_sent", "Bytes of contents that were sent.", PathCounters::bytes);
    count(job, "retransmissions", "Contents that were sent again.", PathCounters::retransmitted);
    count(job, "damaged", "Frames that came and were not what was sent.", PathCounters::corrupt);
    count(job, "fenced", "Frames that came of an earlier session.", PathCounters::fenced);
    count(job, "connections", "Connections that were made.", PathCounters::connections);
    count(job, "left", "Times that a path was left.", PathCounters::left);
    count(job, "taken_back", "Times that a path was used again.", PathCounters::taken);
    CounterWithCallback.builder()
        .name("ftmpj_strangers")
        .help(
            "Connections to a host's daemon that were dropped because they are none of the job's.")
        .labelNames("host")
        .callback(sample -> job.paths().hosts().forEach(h -> sample.call(h.strangers(), h.name())))
        .register(registry);
  }

  private void count(JobFigures job, String name, String help, ToDoubleFunction<PathCounters> of) {
    CounterWithCallback.builder()
        .name("ftmpj_path_" + name)
        .help(help)
        .labelNames(PATH)
        .callback(sample -> ofPaths(sample::call, job, of))
        .register(registry);
  }

  /** A sample of each path. */
  private static void ofPaths(Sample sample, JobFigures job, ToDoubleFunction<PathCounters> value) {
    for (PathsRecord.Host host : job.paths().hosts()) {
      for (PathsRecord.Way way : host.ways()) {
        sample.call(
            value.applyAsDouble(way.counters()),
            host.name(),
            way.to(),
            label(way.counters().path()));
      }
    }
  }

  /** A sample of each rank. */
  private void ofRanks(Sample sample, IntToDoubleFunction value) {
    for (int rank = 0; rank < size; rank++) {
      sample.call(value.applyAsDouble(rank), label(rank));
    }
  }

  /** A receiver of samples, for both kinds of callbacks. */
  private interface Sample {
    void call(double value, String... labels);
  }

  @Override
  public void event(int rank, RankEvent event) {
    String label = label(rank);
    if (event instanceof RankEvent.Started started) {
      alive.add(rank);
      incarnation.labelValues(label).set(started.incarnation());
    } else if (event instanceof RankEvent.Died) {
      alive.remove(rank);
      deaths.labelValues(label).inc();
    } else if (event instanceof RankEvent.Recovered recovered) {
      recoveries.labelValues(label).inc();
      recoverySeconds.observe(recovered.sinceDeath().toMillis() * MILLI);
    } else if (event instanceof RankEvent.Ended) {
      alive.remove(rank);
    }
  }

  private static String label(int rank) {
    return Integer.toString(rank);
  }

  /** The registry of the metrics to serve. */
  public PrometheusRegistry registry() {
    return registry;
  }
}
