package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.api.CheckpointScope;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.KeepsAFileOpen;
import org.ftmpj.it.program.SelfSaving;
import org.ftmpj.it.program.SelfSaving.Mistake;
import org.ftmpj.samples.aware.CheckpointedLife;
import org.ftmpj.samples.aware.CheckpointedMandelbrot;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that go on from checkpoints that their programs have taken. */
class ApplicationCheckpointIT {
  private static final String RESTARTED = ", restarted from its checkpoint of ";
  private static final String FILE_OPEN =
      "no checkpoint can be taken: the program has a file open to write to it";

  private static final String JOB = "job";
  private static final int RANK = 1;
  private static final Path API = Installation.codeOf(CheckpointScope.class);

  @RegisterExtension final Jobs jobs = new Jobs();

  /** The two cases of MPI/FT. */
  enum Case {
    LIFE(JobSpec.of(CheckpointedLife.class, "120", "120", "2000", "100", "20")),
    MANDELBROT(JobSpec.of(CheckpointedMandelbrot.class, "400", "300", "6000", "5"));

    private final JobSpec spec;

    Case(JobSpec spec) {
      this.spec = spec.ranks(3).before(API);
    }
  }

  static Stream<Case> cases() {
    return Seed.one("cases of MPI/FT", Case.values());
  }

  /** Forced checkpoints, one after the other, and kills at random times. */
  @ParameterizedTest
  @MethodSource("cases")
  @Rotated(kind = "checkpoints that are not to be had", turns = 1)
  void shouldPrintTheSameThoughRanksAreKilledAtRandomTimes(Case program) throws IOException {
    Result reference = jobs.start(program.spec.stock()).lateResult();
    assertThat(reference.exitCode()).as(reference.errText()).isZero();
    Random random = Seed.random(program.name());
    Job job = start(program.spec, "1h");
    List<Kills.Moment> killed = new Kills(job, reference.out().size()).anyRanks(3, random);
    Result result = job.lateResult();
    System.out.println(
        program + ": killed " + killed + ", from a checkpoint " + job.notices(RESTARTED));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(reference);
  }

  /** What comes before restoreOr is done again: its values are the same, its output comes once. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 4)
  void shouldGoOnFromTheCheckpointOfEachIncarnation() throws Exception {
    int rounds = 1200;
    Job job = start(program("" + rounds, "2000").with("--keep"), "50ms");
    awaitRounds(job);
    for (int death = 1; death <= 3; death++) {
      awaitNext(job);
      Job.kill(job.rank(RANK));
      int recoveries = death;
      job.awaitOrEnd("recovery", () -> job.notices(Notices.RECOVERED) >= recoveries);
    }
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(job.notices(RESTARTED)).isEqualTo(3);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    for (int rank = 0; rank < 2; rank++) {
      List<String> lines = textOf(result, rank);
      assertThat(lines).hasSize(rounds / 20 + 2);
      assertThat(lines.get(lines.size() - 1))
          .isEqualTo(lines.get(0).replaceFirst("begins", "ends"));
      List<String> told =
          IntStream.rangeClosed(1, rounds / 20).mapToObj(i -> "round " + 20 * i).toList();
      assertThat(lines.subList(1, lines.size() - 1)).isEqualTo(told);
      assertThat(Files.readAllLines(job.directory().resolve("rank-" + rank)))
          .startsWith("begins")
          .endsWith(told.toArray(String[]::new))
          .hasSize(told.size() + 1);
    }
    String directory = job.directory().resolve(JOB).toString();
    Result verified =
        new Recorded(job).ftmpj("verify", directory, "--from-checkpoint", "--rank", "" + RANK);
    assertThat(verified.exitCode()).as(verified.errText()).isZero();
    assertThat(verified.out().get(0).text()).contains(": verified from its checkpoint of ");
  }

  /** The program would not have it any more after a restart from there. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 4)
  void shouldTakeNoCheckpointWhileARandomAccessFileIsOpenForWriting() throws Exception {
    int rounds = 2400;
    int withFile = 200;
    JobSpec spec = JobSpec.of(KeepsAFileOpen.class, "" + rounds, "" + withFile, "5").ranks(2);
    Job job = start(spec.before(API), "20ms");
    job.awaitOrEnd("a refusal", () -> job.notices(FILE_OPEN) > 0);
    job.awaitOrEnd("rounds without the file", () -> job.linesOf(RANK) > withFile / 20);
    awaitNext(job);
    Job.kill(job.rank(RANK));
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains(FILE_OPEN, RESTARTED);
    for (int rank = 0; rank < 2; rank++) {
      assertThat(textOf(result, rank)).hasSize(rounds / 20).doesNotHaveDuplicates();
      assertThat(job.directory().resolve("rank-" + rank)).hasSize(withFile * Integer.BYTES);
    }
  }

  static Stream<Mistake> mistakes() {
    return Seed.one("mistakes", Mistake.values());
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  @Rotated(kind = "checkpoints that are not to be had", turns = 6)
  void shouldStopAProgramThatWouldGoWrong(Mistake mistake) throws IOException {
    boolean later = mistake == Mistake.CLOCK_WHILE_RESTORED;
    Job job = start(program(later ? "3000" : "2000", "1000", mistake.name()), "20ms");
    if (later) {
      awaitRounds(job);
      awaitNext(job);
      Job.kill(job.rank(RANK));
    }
    Result result = job.lateResult();
    String code =
        switch (mistake) {
          case MESSAGE_BEFORE, CLOCK_WHILE_RESTORED -> "FTMPJ-1831";
          case PENDING_RECEIVE, PENDING_SYNCHRONOUS_SEND -> "FTMPJ-1832";
          case NOT_SERIALIZABLE -> "FTMPJ-1833";
        };
    assertThat(result.exitCode()).isEqualTo(70);
    assertThat(result.errText()).contains(code);
  }

  /** On stock MPJ Express, and where no checkpoints are taken. */
  @Test
  @Rotated(kind = "checkpoints that are not to be had", turns = 6)
  void shouldDoNothingWhereNothingIsProtected() {
    for (JobSpec spec : List.of(program("40", "100").stock(), program("40", "100"))) {
      Result result = jobs.start(spec).lateResult();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(textOf(result, RANK)).hasSize(4).noneMatch(line -> line.contains("BROKEN"));
    }
  }

  private static JobSpec program(String... arguments) {
    return JobSpec.of(SelfSaving.class, arguments).ranks(2).before(API);
  }

  private Job start(JobSpec spec, String every) {
    return jobs.start(spec.with("--checkpoint-every", every, "--job-dir", JOB));
  }

  private static List<String> textOf(Result result, int rank) {
    return result.out().stream().filter(line -> line.rank() == rank).map(Line::text).toList();
  }

  /** Before the first ones there may be checkpoints that the program has not taken itself. */
  private static void awaitRounds(Job job) {
    job.awaitOrEnd("the first rounds", () -> job.linesOf(RANK) > 2);
  }

  private static void awaitNext(Job job) throws IOException {
    long before = newest(job);
    job.awaitOrEnd("the next checkpoint", () -> newest(job) > before);
  }

  private static long newest(Job job) throws IOException {
    Path directory = job.directory().resolve(JOB).resolve("checkpoints").resolve("" + RANK);
    if (!Files.exists(directory)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("\\d+"))
          .mapToLong(Long::parseLong)
          .max()
          .orElse(0);
    }
  }
}
