package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.Ticks;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs at levels {@code host} and {@code quorum} on hosts, network namespaces, of which one is
 * given up while its processes live: they must end by themselves, and nothing that they do
 * meanwhile may count. At level {@code quorum} each host has one of three event loggers, and so the
 * zombie, too. A build has one case, {@code -Dtest.full=true} all of both levels, each with several
 * samples.
 */
@Rotated(kind = "losses of hosts", turns = 6)
class ZombieHostsIT {
  /** With ranks; another one is spare. */
  private static final int HOSTS = 2;

  private static final int RANKS = 2;

  /** Option {@code host.timeout}: after so long a silent host is given up. */
  private static final int TIMEOUT_S = 4;

  /** The same for a host that is to go on for longer. */
  private static final int LATE_S = 600;

  /** Where the launcher listens, on each link. */
  private static final int PORT = 7001;

  private static final int SAMPLES = 3;

  /** As the launcher says at level {@code host}, and the agreement of the loggers at the other. */
  private static final String GIVEN_UP =
      "FTMPJ-1704: (the launcher has given this host up|this host has been given up)";

  /** Of {@link Ticks}: so many that a host is given up meanwhile. */
  private static final int TICKS = 1_600;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** How a host comes to be given up, and back. */
  enum Way {
    /** Which of both gives the other up first is open; it ends at either. */
    ALL_LINKS_ARE_CUT("(FTMPJ-1701: the launcher is lost; the ranks|" + GIVEN_UP + ")") {
      @Override
      void begin(Zombie zombie) {
        for (int link = 0; link < HostsNetwork.LINKS; link++) {
          zombie.network.cut(zombie.host, link);
        }
      }

      @Override
      void end(Zombie zombie) {
        for (int link = 0; link < HostsNetwork.LINKS; link++) {
          zombie.network.restore(zombie.host, link);
        }
      }
    },

    /** As a virtual machine that is suspended. */
    ALL_PROCESSES_ARE_STOPPED(GIVEN_UP) {
      @Override
      void begin(Zombie zombie) {
        Job.signal(zombie.daemon, "STOP");
        zombie.others.forEach(process -> Job.signal(process, "STOP"));
      }

      @Override
      void end(Zombie zombie) {
        zombie.others.forEach(process -> Job.signal(process, "CONT"));
        Job.signal(zombie.daemon, "CONT");
      }
    },

    /** Its ranks go on. */
    THE_DAEMON_IS_STOPPED(GIVEN_UP) {
      @Override
      void begin(Zombie zombie) {
        Job.signal(zombie.daemon, "STOP");
      }

      @Override
      void end(Zombie zombie) {
        Job.signal(zombie.daemon, "CONT");
      }
    },

    /** It reaches the event logger and the other hosts: the fence ends its ranks, which record. */
    THE_LAUNCHER_IS_NOT_REACHED(GIVEN_UP) {
      @Override
      void begin(Zombie zombie) {
        zombie.network.part(0, PORT, zombie.host);
      }

      @Override
      void end(Zombie zombie) {
        await().until(() -> zombie.ranks.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(zombie.daemon.isAlive()).isTrue();
        zombie.network.rejoin();
      }
    },

    /** The launcher hears both. */
    TWO_HOSTS_ARE_PARTED(GIVEN_UP) {
      @Override
      void begin(Zombie zombie) {
        zombie.network.part(1, 2);
      }

      @Override
      void end(Zombie zombie) {
        // They stay parted.
      }
    };

    /** What the host says in the end, a regular expression. */
    private final String farewell;

    Way(String farewell) {
      this.farewell = farewell;
    }

    abstract void begin(Zombie zombie);

    /** The host has been given up. */
    abstract void end(Zombie zombie);
  }

  /**
   * A host, as it is before it is lost.
   *
   * @param host its number
   * @param others than the daemon: its ranks, and its event logger if it has one
   */
  private record Zombie(
      HostsNetwork network,
      int host,
      ProcessHandle daemon,
      List<ProcessHandle> ranks,
      List<ProcessHandle> others) {

    /** Empty if all ranks of the host have ended. */
    static Optional<Zombie> of(HostsNetwork network, Job job, int host) {
      return job.daemonIfThere(host).flatMap(daemon -> of(network, job, host, daemon));
    }

    private static Optional<Zombie> of(
        HostsNetwork network, Job job, int host, ProcessHandle daemon) {
      List<ProcessHandle> others = daemon.descendants().toList();
      List<ProcessHandle> ranks =
          IntStream.range(0, RANKS)
              .mapToObj(job::rankIfThere)
              .flatMap(Optional::stream)
              .filter(others::contains)
              .toList();
      return ranks.isEmpty()
          ? Optional.empty()
          : Optional.of(new Zombie(network, host, daemon, ranks, others));
    }

    boolean isGone() {
      return Stream.concat(Stream.of(daemon), others.stream()).noneMatch(ProcessHandle::isAlive);
    }
  }

  /**
   * A job.
   *
   * @param sample null for {@link Ticks}, whose ranks wait for no other one
   * @param host the number of the one that is given up
   */
  record Trial(Way way, boolean quorum, Sample sample, int host) {}

  static Stream<Trial> trials() {
    return Seed.one(
        "zombies", Stream.of(false, true).flatMap(q -> trials(q).stream()).toArray(Trial[]::new));
  }

  private static List<Trial> trials(boolean quorum) {
    List<Trial> all = new ArrayList<>();
    all.add(new Trial(Way.THE_LAUNCHER_IS_NOT_REACHED, quorum, null, HOSTS));
    for (Way way : EnumSet.complementOf(EnumSet.of(Way.THE_LAUNCHER_IS_NOT_REACHED))) {
      List<Sample> samples = new ArrayList<>(Arrays.asList(Sample.values()));
      // They take longer than all others, and have no other failures here.
      samples.removeAll(List.of(Sample.TABLE, Sample.LARGE));
      Collections.shuffle(samples, Seed.random("samples of zombies", way.name(), quorum));
      for (int number = 0; number < SAMPLES; number++) {
        // Of two that are parted it is the last one that is given up.
        int host = way == Way.TWO_HOSTS_ARE_PARTED ? HOSTS : 1 + number % HOSTS;
        all.add(new Trial(way, quorum, samples.get(number), host));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("trials")
  void shouldEndByThemselvesAndDoubleNothing(Trial trial) throws Exception {
    if (trial.sample == null) {
      Job job = run(trial, JobSpec.of(Ticks.class, "" + TICKS).ranks(RANKS), 1).orElseThrow();
      Result result = job.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(result.out(rank)).isEqualTo(Ticks.lines(rank, TICKS));
      }
      return;
    }
    JobSpec spec = trial.sample.spec().ranks(RANKS);
    References.Reference reference = References.of(trial.sample, spec, jobs);
    Random random = Seed.random("zombies", trial.toString());
    int lines = 1 + random.nextInt(reference.result().out().size() / 2);
    // A busy machine may show the first half of the output when the job is about to end.
    Job job = run(trial, spec, lines).or(() -> run(trial, spec, 1)).orElseThrow();
    Result result = job.result().inWholeLines(reference.result());
    trial.sample.verify(result, job.directory(), reference);
  }

  /**
   * Runs a job of which a host is given up when it has printed so many lines; empty if the job, or
   * all ranks of that host, ended before the host was given up.
   */
  private Optional<Job> run(Trial trial, JobSpec spec, int lines) {
    try (HostsNetwork network = TestHosts.of(1 + HOSTS + 1)) {
      Job job = jobs.start(on(network, spec, trial));
      job.awaitOrEnd("some output", () -> job.linesOfRanks() >= lines);
      Optional<Zombie> there = Zombie.of(network, job, trial.host);
      if (there.isEmpty()) {
        assertThat(job.result().exitCode()).as(job.result().errText()).isZero();
        return Optional.empty();
      }
      Zombie zombie = there.get();
      long beganNs = System.nanoTime();
      trial.way.begin(zombie);
      job.awaitOrEnd("its loss", () -> job.notices("; the job goes on, ") > 0);
      if (job.notices("; the job goes on, ") == 0) {
        zombie.daemon.destroyForcibly();
        assertThat(job.result().exitCode()).as(job.result().errText()).isZero();
        return Optional.empty();
      }
      final long lostNs = System.nanoTime();
      trial.way.end(zombie);
      await().until(zombie::isGone);
      long goneNs = System.nanoTime();
      Result result = job.lateResult();
      System.out.printf(
          "%s: at line %d, given up after %d ms, its processes gone %d ms later%n",
          trial, lines, (lostNs - beganNs) / 1_000_000, (goneNs - lostNs) / 1_000_000);
      String name = network.host(trial.host);
      assertThat(result.errText())
          .containsPattern("FTMPJ-1701: .*host " + name + " is (lost|given up)")
          .containsPattern("host " + name + ": ftmpj: " + trial.way.farewell);
      return Optional.of(job);
    }
  }

  private JobSpec on(HostsNetwork network, JobSpec spec, Trial trial) {
    String before =
        trial.way == Way.THE_LAUNCHER_IS_NOT_REACHED
            ? "test $host != %s || set -- \"$@\" -D ft.host.timeout=%d"
                .formatted(network.host(trial.host), LATE_S)
            : "";
    NetworkJobs hosts = new NetworkJobs(network, jobs.directory(), before);
    JobSpec leveled = trial.quorum ? spec.with("--loggers", "3") : spec.level(Level.HOST);
    return hosts.on(leveled.with("--spares", "1"), PORT).jvm("-Dft.host.timeout=" + TIMEOUT_S);
  }
}
