package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.testnet.HostsNetwork;
import org.ftmpj.testnet.Tool;

/**
 * From the loss of a host to the first new message of its rank elsewhere, and the parts of that, by
 * the age of the job: until the launcher tells of it, until the rank is started again, until what
 * was recorded of it is repeated.
 */
final class LossOfHost implements Benchmark {
  private static final int[] AGES_S = {2, 5, 10, 20, 40};
  private static final int[] QUICK_S = {1, 3};

  /** Until a host counts as lost of which nothing is heard. */
  private static final int TIMEOUT_S = 3;

  /** Of the program, before each message: a few milliseconds. */
  private static final int STEPS = 3_000_000;

  /** Its number on the network; the launcher is on the first, the last is spare. */
  private static final int VICTIM = 1;

  private static final int RANK = 1;
  private static final String TOLD = "the job goes on";
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final long POLL_NS = 1_000_000;

  /** How a host is lost. */
  private enum Loss {
    KILLED("all its processes are killed") {
      @Override
      void of(HostsNetwork network) {
        for (String pid : Tool.run("ip", "netns", "pids", network.host(VICTIM)).split("\\s+")) {
          ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
      }
    },
    /** Ranks have copies of checkpoints that are at most some seconds old. */
    COPIED("all its processes are killed, checkpoints every second are copied") {
      @Override
      void of(HostsNetwork network) {
        KILLED.of(network);
      }

      @Override
      List<String> options(Path scratch) {
        return List.of("--checkpoint-every", "1s", "--checkpoint-dir", scratch + "/copies");
      }
    },
    CUT("its links are cut, host.timeout %d s".formatted(TIMEOUT_S)) {
      @Override
      void of(HostsNetwork network) {
        for (int link = 0; link < HostsNetwork.LINKS; link++) {
          network.cut(VICTIM, link);
        }
      }
    };

    private final String title;

    Loss(String title) {
      this.title = title;
    }

    abstract void of(HostsNetwork network);

    List<String> options(Path scratch) {
      return List.of();
    }
  }

  @Override
  public String name() {
    return "hosts-loss";
  }

  @Override
  public String title() {
    return "from the loss of a host until its rank goes on elsewhere (level host)";
  }

  @Override
  public String axis() {
    return "age of the job";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.LIVE);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public double seconds(int turns, boolean quick) {
    double seconds = 0;
    for (int age : ages(quick)) {
      seconds += Loss.values().length * (RelayOverHosts.START_S + 2 * age) + TIMEOUT_S;
    }
    return turns * seconds;
  }

  private static int[] ages(boolean quick) {
    return quick ? QUICK_S : AGES_S;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (Loss loss : Loss.values()) {
      for (int age : ages(quick)) {
        System.err.printf("bench:   %s after %d s%n", loss.title, age);
        try (HostsNetwork network = HostsNetwork.of(VICTIM + 2);
            RetainedJob kept = new RetainedJob(jobs.scratch())) {
          network.offload();
          Row row = new Row("time after " + loss.title, age + " s", age, "s");
          measure(jobs, network, kept, new Trial(loss, age, row), results);
        }
      }
    }
  }

  private record Trial(Loss loss, int ageS, Row row) {}

  private static void measure(
      Jobs jobs, HostsNetwork network, RetainedJob kept, Trial trial, Results results)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(kept.options());
    options.addAll(List.of("--spares", "1", "-J", "-Dft.host.timeout=" + TIMEOUT_S));
    options.addAll(trial.loss.options(jobs.scratch()));
    Running job =
        jobs.overHosts(
            network, Variant.HOST, 2, options, Laps.class.getName(), List.of("" + STEPS));
    try {
      until(job, "print something", () -> job.printed() > 0);
      LockSupport.parkNanos(Duration.ofSeconds(trial.ageS).toNanos());
      Path process = kept.layout().remote(RANK);
      final String before = Files.readString(process);
      final long lostNs = System.nanoTime();
      trial.loss.of(network);
      until(job, "be told of the loss", () -> job.hasSaid(TOLD));
      final int printed = job.printed();
      add(results, trial, Variant.TOLD, lostNs);
      until(job, "start again", () -> !Files.readString(process).equals(before));
      add(results, trial, Variant.STARTED, lostNs);
      until(job, "repeat its record", () -> Files.exists(kept.layout().recovered(RANK, 2)));
      add(results, trial, Variant.REPEATED, lostNs);
      until(job, "send something new", () -> job.printed() > printed);
      add(results, trial, Variant.LIVE, lostNs);
    } finally {
      job.end();
    }
  }

  private static void add(Results results, Trial trial, Variant part, long sinceNs) {
    results.add(trial.row, part, (System.nanoTime() - sinceNs) / 1e9);
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void until(Running job, String what, Condition condition) throws IOException {
    Deadline deadline = Deadline.in(LONGEST);
    while (!condition.holds()) {
      if (!job.isAlive() || deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.NOT_MEASURED, "the rank did not " + what + " within " + LONGEST);
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }
}
