package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.IdlePools;
import org.ftmpj.it.program.KeysLater;
import org.ftmpj.it.program.Listeners;
import org.ftmpj.it.program.Phases;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.it.program.Settings;
import org.ftmpj.it.program.Stubborn;
import org.ftmpj.samples.nas.cg.Cg;
import org.ftmpj.samples.nas.ft.Ft;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that go on from their checkpoints. */
class CheckpointIT {
  static final String RESTARTED = ", restarted from its checkpoint of ";
  private static final String JOB = "job";
  private static final int RANK = 1;
  private static final int SOFTWARE = 70;

  /** So many deaths have a chain of incarnations, each of which goes on from the one before. */
  private static final int CHAIN = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** Programs of one thread. */
  enum Program {
    RING(Sample.RING),
    HEAT_EQUATION(Sample.HEAT_EQUATION),
    GRID_STENCIL(Sample.GRID_STENCIL),
    OBJECT_TASKS(Sample.OBJECT_TASKS),
    GAME_OF_LIFE(Sample.GAME_OF_LIFE),
    CHATTER(Sample.CHATTER),
    CG(JobSpec.of(Cg.class, "W")),
    FT(JobSpec.of(Ft.class, "W"));

    private final JobSpec spec;

    /** Null if it is none. */
    private final Sample sample;

    Program(Sample sample) {
      this.spec = sample.spec().ranks(2);
      this.sample = sample;
    }

    Program(JobSpec spec) {
      this.spec = spec.ranks(2);
      this.sample = null;
    }

    /** What it prints undisturbed. */
    Result reference(Jobs jobs) throws IOException {
      return sample == null
          ? jobs.start(spec).lateResult()
          : References.of(sample, spec, jobs).result();
    }
  }

  static Stream<Program> programs() {
    return Seed.one("checkpoints", Program.values());
  }

  /** Kills at random moments, whether there is a checkpoint by then or not. */
  @ParameterizedTest
  @MethodSource("programs")
  @Rotated(kind = "checkpoints", turns = 3)
  void shouldPrintTheSameThoughRanksAreKilledAtRandomTimes(Program program) throws IOException {
    Result reference = program.reference(jobs);
    assertThat(reference.exitCode()).as(reference.errText()).isZero();
    Random random = Seed.random(program.name());
    Job job = start(program.spec, "50ms");
    List<Kills.Moment> killed = new Kills(job, reference.out().size()).anyRanks(3, random);
    Result result = job.lateResult();
    System.out.println(
        program + ": killed " + killed + ", from a checkpoint " + job.notices(RESTARTED));
    verify(result, reference);
  }

  /** A checkpoint that is tried asks no object of the program for its hash code. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 3)
  void shouldRepeatOrdersOfObjectsThatRefusedCheckpointsHaveSeen() throws IOException {
    Job job = start(JobSpec.of(KeysLater.class).ranks(2), "100ms");
    new Kills(job, KeysLater.STEPS * 2).together(0.8, 0);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("no checkpoint can be taken", "a buffer outside");
    for (int rank = 0; rank < 2; rank++) {
      assertThat(result.out(rank)).hasSize(KeysLater.STEPS).doesNotHaveDuplicates();
    }
  }

  static Stream<Chain.Program> chains() {
    return Seed.one(
        "chains",
        new Chain.OfSample(Sample.RING),
        new Chain.OfSample(Sample.STEERED),
        new Chain.OfSample(Sample.OBJECT_TASKS),
        new Chain.OfSample(Sample.GAME_OF_LIFE),
        new Chain.OfKernel(NasIT.Kernel.MG),
        new Chain.OfKernel(NasIT.Kernel.LU));
  }

  /** Each incarnation goes on from the last call before the death of the one before. */
  @ParameterizedTest
  @MethodSource("chains")
  @Rotated(kind = "checkpoints", turns = 4)
  void shouldGoOnFromTheCallsAtWhichEachIncarnationIsCaptured(Chain.Program program)
      throws IOException {
    Chain chain = Chain.of(jobs, program, RANK, CHAIN, 4, 50);
    System.out.println(program + ": " + chain);
    assertThat(chain.deaths()).isEqualTo(CHAIN);
  }

  /** Each checkpoint is of a later poll in vain, so the deaths are no crash loop. */
  @Test
  @Rotated(kind = "checkpoints", turns = 1)
  void shouldGoOnHoweverOftenARankDiesThatPollsInVain() throws IOException {
    int poller = 0;
    int deaths = 6;
    Plan plan = new Plan(jobs.directory().resolve("places")).chain(poller, deaths, 4, 1, "1ms");
    JobSpec spec = Sample.POLLING.spec().arguments("3", "500", "1000").ranks(2);
    Job job = start(spec.jvm(plan.jvmArgument()), "1ms");
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(poller)).containsOnlyOnce("polling: OK");
    assertThat(job.notices(RESTARTED)).as(result.errText()).isEqualTo(deaths);
  }

  /** And what fails there instead. At the end both checkpoints are given up: logs are whole. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 4)
  void shouldGoOnWhereverACheckpointIsCutShort() throws IOException {
    Plan plan =
        new Plan(jobs.directory().resolve("places"))
            .kill(new PlacedKill(RANK, 1, Place.IMAGE, 3))
            .kill(new PlacedKill(RANK, 2, Place.IMAGE, 4))
            .kill(new PlacedKill(RANK, 3, Place.IMAGE_WRITTEN, 2))
            .kill(new PlacedKill(RANK, 4, Place.CHECKPOINT_NAMED, 2))
            .kill(new PlacedKill(RANK, 5, Place.CHECKPOINT_REMOVED, 2))
            .kill(new PlacedKill(RANK, 6, Place.SPARE_KEPT, 1))
            .kill(new PlacedKill(RANK, 7, Place.SPARE_TAKEN, 1))
            .kill(new PlacedKill(RANK, 8, Place.RESTORING, 1))
            .kill(new PlacedKill(RANK, 9, Place.RESTORED_STATICS, 1))
            .fail(new PlacedKill(RANK, 10, Place.CAPTURING, 12))
            .fail(new PlacedKill(RANK, 11, Place.RESTORED_STATICS, 1))
            .fail(new PlacedKill(RANK, 12, Place.RESTORING, 1));
    EndlessJob rounds = rounds("50ms", spec -> spec.with("--keep-logs").jvm(plan.jvmArgument()));
    Job job = rounds.job();
    job.awaitOrEnd("all recoveries", () -> recoveries(job).contains(13));
    Result result = rounds.end();
    assertThat(plan.missed()).isEmpty();
    assertThat(job.notices("the program's stack was lost in a capture: ")).isEqualTo(1);
    assertThat(job.notices(" cannot be restored: ")).isEqualTo(2);
    assertThat(recoveries(job)).containsExactly(2, 3, 4, 5, 6, 7, 10, 13);
    assertThat(job.notices(RESTARTED)).as(result.errText()).isEqualTo(7);
  }

  /** From the newest, when there is nothing else: the failures may have had another reason. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 5)
  void shouldTryAgainWhatCouldNotBeRestoredIfLogsArePruned() throws IOException {
    Plan plan =
        new Plan(jobs.directory().resolve("places"))
            .kill(new PlacedKill(RANK, 1, Place.CHECKPOINT_NAMED, 4))
            .fail(new PlacedKill(RANK, 2, Place.RESTORED_STATICS, 1))
            .fail(new PlacedKill(RANK, 3, Place.RESTORING, 1));
    EndlessJob rounds = rounds("50ms", spec -> spec.jvm(plan.jvmArgument()));
    Job job = rounds.job();
    awaitRecoveries(job, 1);
    Result result = rounds.end();
    assertThat(plan.missed()).isEmpty();
    assertThat(job.notices(" cannot be restored: ")).isEqualTo(2);
    assertThat(job.notices(RESTARTED)).as(result.errText()).isEqualTo(1);
  }

  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 0)
  void shouldEndIfNothingCanBeRestoredAndLogsArePruned() throws IOException {
    Plan plan =
        new Plan(jobs.directory().resolve("places"))
            .kill(new PlacedKill(RANK, 1, Place.CHECKPOINT_NAMED, 4));
    for (int incarnation = 2; incarnation <= 5; incarnation++) {
      plan.fail(new PlacedKill(RANK, incarnation, Place.RESTORING, 1));
    }
    // It ends by itself, perhaps before its first round.
    JobSpec spec = JobSpec.of(Rounds.class, jobs.directory().resolve("end").toString()).ranks(2);
    Job job = start(spec.jvm(plan.jvmArgument()), "50ms");
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(SOFTWARE);
    assertThat(plan.missed()).isEmpty();
    assertThat(result.errText()).contains("FTMPJ-1821").doesNotContain(Notices.RECOVERED);
  }

  /** The incarnations that took over from a dead one. */
  private static List<Integer> recoveries(Job job) {
    return job.errors(Notices.RECOVERED).stream()
        .map(line -> line.replaceFirst(".*" + Notices.RECOVERED + "(\\d+) .*", "$1"))
        .map(Integer::valueOf)
        .toList();
  }

  /** A chain likewise: of a program that has several threads in between. */
  @Test
  @Rotated(kind = "checkpoints", turns = 7)
  void shouldGoOnWhenThreadsHaveEnded() throws IOException {
    Result result = chainOfDeaths(JobSpec.of(Phases.class, "150").ranks(2));
    assertThat(result.exitCode()).as(result.errText()).isZero();
  }

  /** And of one whose executors wait for tasks whenever main calls MPI. */
  @Test
  @Rotated(kind = "checkpoints", turns = 4)
  void shouldGoOnWhenThreadsAreIdle() throws IOException {
    JobSpec spec = JobSpec.of(IdlePools.class, "360").ranks(2);
    verify(chainOfDeaths(spec), jobs.start(spec).lateResult());
  }

  /** And of one whose threads wait for messages; what follows their checkpoints can be repeated. */
  @Test
  @Rotated(kind = "checkpoints", turns = 6)
  void shouldGoOnWhenThreadsListen() throws Exception {
    JobSpec spec = JobSpec.of(Listeners.class, "250").ranks(2);
    Job job = start(spec.with("--keep"), "50ms");
    verify(chainOfDeaths(job), jobs.start(spec).lateResult());
    String directory = job.directory().resolve(JOB).toString();
    Result suffix = new Recorded(job).ftmpj("verify", "--from-checkpoint", directory);
    List<String> lines = suffix.out().stream().map(Line::text).toList();
    assertThat(suffix.exitCode()).as(lines + suffix.errText()).isZero();
    assertThat(lines)
        .hasSize(2)
        .allMatch(line -> line.contains(": verified from its checkpoint of "));
  }

  /** Each incarnation goes on from a checkpoint of the one before. */
  private Result chainOfDeaths(JobSpec spec) throws IOException {
    return chainOfDeaths(start(spec, "50ms"));
  }

  private static Result chainOfDeaths(Job job) throws IOException {
    for (int death = 1; death <= CHAIN; death++) {
      awaitCheckpoint(job, newest(job) + 1);
      Job.kill(job.rank(RANK));
      awaitRecoveries(job, death);
      assertThat(job.notices(RESTARTED))
          .as(String.join("\n", job.errors("ftmpj")))
          .isEqualTo(death);
    }
    return job.lateResult();
  }

  @Test
  @Rotated(kind = "checkpoints", turns = 0)
  void shouldKeepWhatTheProgramHasSet() throws IOException {
    JobSpec spec = JobSpec.of(Settings.class, "150").ranks(2);
    Result reference = jobs.start(spec).lateResult();
    Job job = start(spec, "50ms");
    awaitCheckpoint(job, 1);
    Job.kill(job.rank(RANK));
    awaitRecoveries(job, 1);
    verify(job.lateResult(), reference);
    assertThat(job.notices(RESTARTED)).isEqualTo(1);
  }

  @Test
  @Rotated(kind = "checkpoints", turns = 2)
  void shouldTakeTheOneBeforeADamagedOneAndRepeatAllIfBothAre() throws IOException {
    EndlessJob rounds = rounds("100ms", spec -> spec.with("--keep-logs"));
    Job job = rounds.job();
    awaitCheckpoint(job, 2);
    killAndDamage(job, 1);
    awaitRecoveries(job, 1);
    assertThat(job.notices("so it restarts from another: FTMPJ-")).isEqualTo(1);
    assertThat(job.notices(RESTARTED)).isEqualTo(1);
    awaitCheckpoint(job, newest(job) + 2);
    killAndDamage(job, 2);
    awaitRecoveries(job, 2);
    assertThat(job.notices("so it restarts from the beginning of the program: FTMPJ-"))
        .isEqualTo(1);
    assertThat(job.notices(RESTARTED)).isEqualTo(1);
    rounds.end();
  }

  /** Rather than from the beginning, of which the logs have nothing. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 7)
  void shouldEndIfAllAreDamagedAndLogsArePruned() throws IOException {
    Job job = rounds("100ms", spec -> spec).job();
    // The first may be of the beginning; what the second does not need is gone before the fourth.
    awaitCheckpoint(job, 4);
    killAndDamage(job, 2);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(SOFTWARE);
    assertThat(result.errText()).contains("FTMPJ-1821").doesNotContain(Notices.RECOVERED);
  }

  /** What cannot be captured is said once, with the reason, and everything is repeated. */
  @ParameterizedTest
  @MethodSource("obstacles")
  @Rotated(
      kind = "checkpoints that are not to be had",
      turns = {2, 6})
  void shouldSayOnceWhyThereIsNoCheckpoint(Stubborn.Obstacle obstacle) throws IOException {
    Path end = jobs.directory().resolve("end");
    Job job = start(JobSpec.of(Stubborn.class, end.toString(), obstacle.name()).ranks(2), "20ms");
    job.awaitOrEnd("the reason", () -> job.notices("no checkpoint can be taken: ") >= 2);
    Job.kill(job.rank(RANK));
    awaitRecoveries(job, 1);
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(2, result);
    assertThat(job.errors("no checkpoint can be taken: "))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).containsSubsequence(obstacle.told()));
    assertThat(job.notices(Notices.RECOVERED)).isEqualTo(1);
    assertThat(job.notices(RESTARTED)).isZero();
  }

  static Stream<Stubborn.Obstacle> obstacles() {
    return Seed.one("obstacles", Stubborn.Obstacle.values());
  }

  private Job start(JobSpec spec, String every) {
    return jobs.start(every(spec, every));
  }

  /** A job that has not ended however late its test comes. */
  private EndlessJob rounds(String every, UnaryOperator<JobSpec> how) {
    return EndlessJob.start(jobs, 2, spec -> every(how.apply(spec), every));
  }

  private static JobSpec every(JobSpec spec, String every) {
    return spec.with("--checkpoint-every", every, "--job-dir", JOB);
  }

  private static void verify(Result result, Result reference) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(reference);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  private static void awaitCheckpoint(Job job, long number) {
    job.awaitOrEnd("checkpoint " + number, () -> newest(job) >= number);
  }

  private static void awaitRecoveries(Job job, int number) {
    job.awaitOrEnd("recovery " + number, () -> job.notices(Notices.RECOVERED) >= number);
  }

  private static long newest(Job job) throws IOException {
    return checkpoints(job).stream()
        .mapToLong(path -> Long.parseLong(path.getFileName().toString()))
        .max()
        .orElse(0);
  }

  /** The newest first. */
  private static List<Path> checkpoints(Job job) throws IOException {
    Path directory = job.directory().resolve(JOB).resolve("checkpoints").resolve("" + RANK);
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(path -> path.getFileName().toString().matches("\\d+"))
          .sorted(
              Comparator.comparingLong((Path path) -> Long.parseLong(path.getFileName().toString()))
                  .reversed())
          .toList();
    }
  }

  /** While its supervisor is stopped, so that the rank is not restarted before. */
  private static void killAndDamage(Job job, int number) throws IOException {
    ProcessHandle rank = job.rank(RANK);
    Job.signal(job.launcher(), "STOP");
    Job.kill(rank);
    job.awaitOrEnd("the end of the rank", () -> isOver(rank));
    for (Path checkpoint : checkpoints(job).subList(0, number)) {
      damage(checkpoint.resolve("heap"));
    }
    Job.signal(job.launcher(), "CONT");
  }

  /** It stays a process, without a life, until its supervisor looks at it. */
  private static boolean isOver(ProcessHandle process) throws IOException {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    return !Files.exists(stat) || Files.readString(stat).contains(") Z ");
  }

  private static void damage(Path file) throws IOException {
    try (RandomAccessFile heap = new RandomAccessFile(file.toFile(), "rw")) {
      long middle = heap.length() / 2;
      heap.seek(middle);
      int was = heap.read();
      heap.seek(middle);
      heap.write(was ^ 8);
    }
  }
}
