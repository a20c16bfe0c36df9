package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.it.job.Javas;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.AllValues;
import org.ftmpj.it.program.Factories;
import org.ftmpj.it.program.Initializers;
import org.ftmpj.it.program.Meets;
import org.ftmpj.it.program.OwnThreads;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program gets from outside MPI, prints and sends is the same after a recovery. */
class ValuesIT {
  private static final int STEPS = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest
  @MethodSource("levels")
  @Rotated(kind = "programs and what they see", turns = 1)
  void shouldRepeatTheValuesItHasReadBefore(Level level) {
    JobSpec spec = JobSpec.of(AllValues.class).ranks(2).level(level);
    Job job = jobs.start(spec);
    new Kills(job, STEPS * spec.ranks() * 2).everyRankOnce(Seed.random("values", level.name()));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).doesNotContain("not repeated", "not protected");
    for (int rank = 0; rank < spec.ranks(); rank++) {
      List<String> said = after(result.out(rank), "said " + rank + " ");
      assertThat(said).hasSize(STEPS).doesNotHaveDuplicates();
      assertThat(after(result.out(0), "heard " + rank + " ")).isEqualTo(said);
    }
  }

  /** However they meet: what a rank sent before its death, it says afterwards, too. */
  @Test
  @Rotated(kind = "programs and what they see", turns = 7)
  void shouldSeeAgainWhatItsThreadsHadSeenOfEachOther() {
    JobSpec spec = JobSpec.of(Meets.class).ranks(2);
    Job job = jobs.start(spec);
    new Kills(job, Meets.STEPS * spec.ranks() * 2).everyRankOnce(Seed.random("threads meet"));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).doesNotContain("FTMPJ-1208", "not protected");
    for (int rank = 0; rank < spec.ranks(); rank++) {
      List<String> said = after(result.out(rank), "said " + rank + " ");
      assertThat(said).hasSize(Meets.STEPS);
      assertThat(after(result.out((rank + 1) % spec.ranks()), "heard " + rank + " "))
          .isEqualTo(said);
    }
  }

  /** What a thread factory reads is not recorded, which is reported; the rest is. */
  @Test
  @Rotated(kind = "programs and what they see", turns = 7)
  void shouldRepeatTasksThoughAThreadFactoryReadsAClock() {
    JobSpec spec = JobSpec.of(Factories.class).ranks(2);
    Job job = jobs.start(spec);
    new Kills(job, Factories.STEPS * spec.ranks()).everyRankOnce(Seed.random("factories"));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText())
        .contains("FTMPJ-1211", "in a thread factory", "hash code of an executor's thread");
    for (int rank = 0; rank < spec.ranks(); rank++) {
      assertThat(result.out(rank)).hasSize(Factories.STEPS).doesNotHaveDuplicates();
    }
    assertThat(result.out(0)).isEqualTo(result.out(1));
  }

  /**
   * Java 19 and newer ask the thread in which a native library is first used for its hash code,
   * which happens when a restarted rank says that it has recovered.
   */
  @Test
  @Rotated(kind = "programs and what they see", turns = 0)
  void shouldRepeatThreadsOfWhichTheJdkHasAskedAHashCode() {
    JobSpec spec = JobSpec.of(OwnThreads.class).ranks(2);
    Job job = jobs.start(Javas.other().map(spec::java).orElse(spec));
    int lines = spec.ranks() * OwnThreads.THREADS * OwnThreads.STEPS;
    Kills kills = new Kills(job, lines);
    kills.together(0.2, 0);
    kills.together(0.6, 0);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int thread = 0; thread < OwnThreads.THREADS; thread++) {
      String its = "thread " + thread + ",";
      List<String> printed = result.out(0).stream().filter(line -> line.startsWith(its)).toList();
      assertThat(printed).hasSize(OwnThreads.STEPS).doesNotHaveDuplicates();
      assertThat(result.out(1)).containsSubsequence(printed);
    }
  }

  @Test
  @Rotated(kind = "programs and what they see", turns = 2)
  void shouldRepeatStaticInitializersWhateverThreadIsTheFirstToNeedAClass() {
    JobSpec spec = JobSpec.of(Initializers.class).ranks(2);
    Job job = jobs.start(spec);
    new Kills(job, spec.ranks() * Initializers.STEPS).everyRankOnce(Seed.random("initializers"));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < spec.ranks(); rank++) {
      assertThat(result.out(rank)).hasSize(Initializers.STEPS).doesNotHaveDuplicates();
    }
  }

  /** A switch that is off, and a value that matters: that is noticed. */
  @Test
  @Rotated(kind = "programs and what they see", turns = 2)
  void shouldNoticeAValueThatIsNotRecorded() {
    JobSpec spec = JobSpec.of(AllValues.class).ranks(2).jvm("-Dft.values.random=false");
    Job job = jobs.start(spec);
    new Kills(job, STEPS * spec.ranks() * 2).together(0.4, 1);
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(70);
    assertThat(result.errText())
        .contains("FTMPJ-1501", "payload digest", "AllValues.step(")
        .containsPattern("element \\d+ \\(from 0\\) was \\S+ and is ");
  }

  static Stream<Level> levels() {
    return Seed.one("values", Level.values());
  }

  private static List<String> after(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.contains(prefix))
        .map(line -> line.substring(line.indexOf(prefix) + prefix.length()))
        .toList();
  }
}
