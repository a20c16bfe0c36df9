package org.ftmpj.it.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.it.job.ConsoleFiles;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Joined;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Later;

/** A job whose launcher's host is lost, and what becomes of it. */
public final class LauncherHostLoss {
  /** How much of its output a job has printed at most when a host is lost. */
  private static final double LATEST = 0.7;

  /** After a program has begun, whose output does not tell how far it is. */
  private static final int LONGEST_MS = 2_000;

  /** After the start of the job: until the loggers agree, and some more. */
  private static final int LONGEST_START_MS = 20_000;

  /** Until all event loggers are told, on a busy machine. */
  private static final int LONGEST_FOUNDING_MS = 300;

  /** Option {@code host.timeout}: nothing tells of a host whose links are cut. */
  private static final int TIMEOUT_S = 10;

  /** Between two losses. */
  private static final int LONGEST_BETWEEN_MS = 5_000;

  /** If neither files nor processes have changed for so long, a job hangs. */
  private static final Duration SILENCE = Duration.ofMinutes(4);

  private static final int LOOK_MS = 100;
  private static final String GOES_ON = "goes on without this";
  private static final String IS_OVER = "the job is over: ";

  /** When hosts are lost. */
  public enum Moment {
    /** While the job starts: it may end with its launcher, but whole. */
    START,
    /** The same, just when the first event loggers are told with whom they agree. */
    FOUNDING,
    MIDDLE,
    /** While ranks of another host are repeated. */
    RECOVERY,
    /** And then the next coordinator, with its host if a majority of loggers is left. */
    SUCCESSOR
  }

  /**
   * How it ended.
   *
   * @param lost whether the launcher's host was lost; else the job was over before
   * @param withLauncher whether the job ended with it, as it may before others can take it over
   * @param result output and exit code, over all coordinators
   * @param repeated how many lines have come twice
   * @param successorMs after so long there was the next coordinator
   * @param movedMs after so long it had the ranks of the lost host repeated
   */
  public record End(
      boolean lost,
      boolean withLauncher,
      Result result,
      int repeated,
      OptionalInt successorMs,
      OptionalInt movedMs) {}

  private final LosableHosts hosts;
  private final Random random;
  private final int lines;
  private final Path begin;
  private final Path evidence;
  private final Job job;
  private final ConsoleFiles files;
  private long lostNs;
  private OptionalInt killedOn = OptionalInt.empty(); // where a process was killed, and no host
  private OptionalInt successorMs = OptionalInt.empty();
  private OptionalInt movedMs = OptionalInt.empty();

  /**
   * Starts the job.
   *
   * @param lines that it prints; 0 if that does not tell how far it is
   */
  public LauncherHostLoss(Jobs jobs, LosableHosts hosts, JobSpec spec, int lines, Random random) {
    this.hosts = hosts;
    this.lines = lines;
    this.random = random;
    begin = jobs.directory().resolve("begin");
    evidence = jobs.directory().resolve("hangs");
    JobSpec later = spec.in(Later.class, begin.toString()).jvm("-Dft.host.timeout=" + TIMEOUT_S);

    job = jobs.start(hosts.on(later));
    files = new ConsoleFiles(job);
  }

  public Job job() {
    return job;
  }

  /**
   * Loses the host of the launcher at a moment, perhaps others, and waits for the end of the job.
   *
   * @param own whether the job has its own loggers, of which a majority has to be left
   */
  public End at(Moment moment, boolean own) throws IOException {
    if (moment == Moment.START) {
      Files.createFile(begin);
      pause(LONGEST_START_MS);
    } else if (moment == Moment.FOUNDING) {
      Files.createFile(begin);
      job.awaitOrEnd("founded loggers", () -> hosts.foundedLoggers() > 0);
      pause(LONGEST_FOUNDING_MS);
      System.out.println("event loggers told: " + hosts.foundedLoggers());
    } else {
      job.awaitOrEnd("that it goes on", () -> job.notices(GOES_ON) > 0);
      Files.createFile(begin);
      awaitMoment();
    }
    if (moment == Moment.RECOVERY) {
      hosts.lose(job, LosableHosts.HOSTS - 1, random.nextBoolean());
      pause(LONGEST_BETWEEN_MS);
    }
    if (!job.isAlive()) {
      return new End(false, false, job.result(), 0, OptionalInt.empty(), OptionalInt.empty());
    }
    lostNs = System.nanoTime();
    hosts.lose(job, 0, random.nextBoolean());
    if (moment == Moment.SUCCESSOR) {
      loseSuccessor(own);
    }
    awaitEnd();
    return end();
  }

  private void awaitMoment() {
    if (lines == 0) {
      pause(LONGEST_MS);
    } else {
      new Kills(job, lines).awaitFraction(LATEST * random.nextDouble());
    }
  }

  private void loseSuccessor(boolean own) {
    await().until(() -> job.coordinatorIfThere().isPresent() || job.livingProcesses().isEmpty());
    pause(LONGEST_BETWEEN_MS);
    Optional<ProcessHandle> successor = job.coordinatorIfThere();
    if (successor.isEmpty()) {
      return;
    }
    int host = hosts.hostOf(successor.get());
    if (host < 0) {
      return;
    }
    if (own && host < LosableHosts.OWN_LOGGERS) {
      Job.kill(successor.get());
      await().until(() -> !successor.get().isAlive());
      killedOn = OptionalInt.of(host);
    } else {
      hosts.lose(job, host, random.nextBoolean());
    }
    files.nextProcess();
  }

  private void awaitEnd() throws IOException {
    String before = "";
    long changedNs = System.nanoTime();
    List<String> living = job.livingProcesses();
    while (!living.isEmpty()) {
      look();
      String now = files.out().size() + files.err() + living;
      if (!now.equals(before)) {
        before = now;
        changedNs = System.nanoTime();
      }
      if (System.nanoTime() - changedNs > SILENCE.toNanos()) {
        job.writeOutputs(evidence);
        throw new AssertionError("It hangs:\n" + files.err() + String.join("\n", living));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
      living = job.livingProcesses();
    }
    look();
  }

  private void look() {
    if (successorMs.isEmpty() && files.err().contains("is the coordinator of the job now")) {
      successorMs = OptionalInt.of(sinceLossMs());
    }
    if (movedMs.isEmpty() && files.err().contains("the job goes on, its ranks are repeated")) {
      movedMs = OptionalInt.of(sinceLossMs());
    }
  }

  private int sinceLossMs() {
    return (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lostNs);
  }

  private End end() {
    killedOn.ifPresent(host -> hosts.clean(job, host));
    Result launcher = job.result();
    boolean isTold = files.err().contains(IS_OVER);
    if (!isTold && job.notices(GOES_ON) == 0) {
      return new End(true, true, launcher, 0, OptionalInt.empty(), OptionalInt.empty());
    }
    Joined out = Joined.of(all(launcher.out(), files.outs()));
    Joined err = Joined.of(all(launcher.err(), files.errs()));
    if (isTold) {
      assertThat(files.err()).contains(IS_OVER + "exit code 0");
    }
    Result result = new Result(0, out.lines(), err.lines(), sinceLossMs());
    return new End(true, false, result, out.repeated(), successorMs, movedMs);
  }

  private static List<List<Line>> all(List<Line> first, List<List<Line>> others) {
    List<List<Line>> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    return all;
  }

  private void pause(int longestMs) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(longestMs)));
  }
}
