package org.ftmpj.it.net;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Hosts of a network, with files of their own, that can be lost whole: one with the launcher and
 * ranks, which has number 0, others with ranks, and one for event loggers that are none of them.
 */
public final class LosableHosts implements AutoCloseable {
  /** With ranks. */
  public static final int HOSTS = 4;

  /** Of these hosts each of the first ones has an event logger, if the job has its own. */
  public static final int OWN_LOGGERS = 3;

  private static final Path FOUNDED = Path.of("agreement", "members");

  private final HostsNetwork network = TestHosts.of(HOSTS + 1);
  private final NetworkJobs jobs;
  private final Path directory;
  private final EventLoggers loggers; // null if the job has its own

  private LosableHosts(Path directory, boolean ownLoggers) throws IOException {
    this.directory = directory;
    jobs =
        new NetworkJobs(
            network,
            directory,
            "FTMPJ_IT_TEMPORARY=$FTMPJ_IT_TEMPORARY/$host; mkdir -p $FTMPJ_IT_TEMPORARY");
    loggers = ownLoggers ? null : EventLoggers.start(directory, 1, elsewhere());
  }

  /**
   * Makes them.
   *
   * @param directory for scripts, and files of event loggers; those of jobs are below it
   * @param ownLoggers whether a job has event loggers of its own, so no two hosts of {@link
   *     #OWN_LOGGERS} may be lost
   */
  public static LosableHosts in(Path directory, boolean ownLoggers) throws IOException {
    return new LosableHosts(directory, ownLoggers);
  }

  private EventLoggers.Places elsewhere() {
    return new EventLoggers.Places() {
      @Override
      public String address(int logger) {
        return network.address(HOSTS, 0);
      }

      @Override
      public List<String> on(int logger, List<String> command) {
        return network.on(HOSTS, command);
      }
    };
  }

  /** The job on these hosts. */
  public JobSpec on(JobSpec spec) {
    JobSpec logged = loggers == null ? spec.with("--loggers", "" + OWN_LOGGERS) : loggers.of(spec);
    return jobs.onLaunchersToo(logged, HOSTS - 1);
  }

  /** How many event loggers have written down with whom they agree. */
  public long foundedLoggers() {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.endsWith(FOUNDED)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (UncheckedIOException removedMeanwhile) {
      return 0;
    }
  }

  /** The command line that runs a command on a host. */
  public List<String> command(int host, List<String> words) {
    return network.on(host, words);
  }

  /** The number of the host on which a process runs; -1 if it has ended. */
  public int hostOf(ProcessHandle process) {
    return IntStream.range(0, HOSTS)
        .filter(host -> network.processes(host).contains(process))
        .findFirst()
        .orElse(-1);
  }

  /**
   * All processes of a host end, and its files are gone.
   *
   * @param cut whether its links are cut before, so that nobody is told of it
   */
  public void lose(Job job, int host, boolean cut) {
    for (int link = 0; cut && link < HostsNetwork.LINKS; link++) {
      network.cut(host, link);
    }
    await()
        .until(
            () -> {
              List<ProcessHandle> living = network.processes(host);
              living.forEach(Job::kill);
              return living.isEmpty();
            });
    files(job, host).forEach(LosableHosts::delete);
  }

  private List<Path> files(Job job, int host) {
    List<Path> others =
        IntStream.range(0, HOSTS)
            .filter(other -> other != host)
            .mapToObj(other -> job.temporary().resolve(network.host(other)))
            .toList();
    Path own = job.temporary().resolve(network.host(host));
    try (Stream<Path> all = Files.list(job.temporary())) {
      // The launcher's are beside the directories of hosts.
      return all.filter(file -> host == 0 ? !others.contains(file) : file.equals(own)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code ftmpj clean} on a host, which removes what killed processes have left there. */
  public void clean(Job job, int host) {
    Path files = job.temporary().resolve(network.host(host));
    try (Command clean = Command.start(files, Map.of(), "clean")) {
      clean.result();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Directories of hosts in which nothing is any more. */
  public void deleteEmpty(Job job) throws IOException {
    for (int host = 0; host < HOSTS; host++) {
      try {
        Files.deleteIfExists(job.temporary().resolve(network.host(host)));
      } catch (DirectoryNotEmptyException left) {
        continue; // Who looks for what is left finds it.
      }
    }
  }

  private static void delete(Path file) {
    try {
      Jobs.delete(file);
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (loggers != null) {
      loggers.close();
    }
    network.close();
  }
}
