package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.samples.nas.bt.Bt;
import org.ftmpj.samples.nas.cg.Cg;
import org.ftmpj.samples.nas.ep.Ep;
import org.ftmpj.samples.nas.ft.Ft;
import org.ftmpj.samples.nas.is.Is;
import org.ftmpj.samples.nas.lu.Lu;
import org.ftmpj.samples.nas.mg.Mg;
import org.ftmpj.samples.nas.sp.Sp;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The NAS kernels compute what NASA has published, and cost what they must. */
class NasIT {
  static final String VERIFIED = "VERIFICATION SUCCESSFUL";

  /** Exit code of a program that was given what it cannot work with. */
  private static final int REFUSED = 2;

  /** In the statistics, the determinants of all ranks: after what was replayed. */
  private static final Pattern ALL_RANKS =
      Pattern.compile("\\ball +\\d+ +\\d+ +\\S+(?: %)? +\\d+ +(\\d+) ");

  @RegisterExtension final Jobs jobs = new Jobs();

  /** With the outcomes that have to be recorded in class S on four ranks. */
  enum Kernel {
    BT(Bt.class, 0),
    CG(Cg.class, 0),
    EP(Ep.class, 0),
    FT(Ft.class, 0),
    IS(Is.class, 0),
    SP(Sp.class, 0),

    /** 6 borders of 4 ranks, exchanged 58 times: 14 times a cycle, and twice before. */
    MG(Mg.class, 6 * 4 * 58),

    /** 2 borders of 4 ranks, exchanged 52 times: once a step, and twice before. */
    LU(Lu.class, 2 * 4 * 52);

    private final Class<?> main;
    private final int determinants;

    Kernel(Class<?> main, int determinants) {
      this.main = main;
      this.determinants = determinants;
    }

    /** Class S. */
    JobSpec spec() {
      return JobSpec.of(main, "S");
    }
  }

  static Stream<Kernel> kernels() {
    return Seed.one("NAS", Kernel.values());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  @Rotated(kind = "functional table and kernels", turns = 0)
  void shouldVerifyAndRecordOnlyWhatWildcardsGot(Kernel kernel) {
    Result result = run(kernel.spec().with("--stats"));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(0)).contains(VERIFIED);
    assertThat(determinants(result)).as(result.errText()).isEqualTo(kernel.determinants);
  }

  /** Those with the most messages between neighbours. */
  static Stream<Kernel> kernelsWithNeighbours() {
    return Seed.one("NAS with kills", Kernel.BT, Kernel.LU, Kernel.MG, Kernel.SP);
  }

  @ParameterizedTest
  @MethodSource("kernelsWithNeighbours")
  @Rotated(kind = "functional table and kernels", turns = 7)
  void shouldVerifyThoughRanksAreKilledWhereTheyExchangeBorders(Kernel kernel) {
    Level level = kernel == Kernel.MG || kernel == Kernel.SP ? Level.HOST : Level.PROCESS;
    JobSpec spec = kernel.spec();
    Result stock = run(spec.stock());
    Plan plan = new Plan(jobs.directory().resolve("places"));
    kills(kernel).forEach(plan::kill);
    Result result = run(spec.level(level).jvm(plan.jvmArgument()));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(stock);
    assertThat(result.out(0)).contains(VERIFIED);
    assertThat(plan.hits()).isEqualTo(plan.kills());
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  /** In receives from any source, or, if there are none, between the two halves of a send. */
  static Stream<PlacedKill> kills(Kernel kernel) {
    if (kernel == Kernel.EP || kernel == Kernel.FT || kernel == Kernel.IS) {
      return Stream.of(
          new PlacedKill(1, 1, Place.APPENDED, 2),
          new PlacedKill(1, 2, Place.PUBLISHED, 3),
          new PlacedKill(2, 1, Place.APPENDED, 3));
    }
    if (kernel.determinants == 0) {
      return Stream.of(
          new PlacedKill(1, 1, Place.APPENDED, 150),
          new PlacedKill(1, 2, Place.PUBLISHED, 100),
          new PlacedKill(2, 1, Place.APPENDED, 300));
    }
    return Stream.of(
        new PlacedKill(1, 1, Place.MATCHED, 30),
        new PlacedKill(1, 2, Place.MATCH_RECORDED, 20),
        new PlacedKill(2, 1, Place.MATCH_RECORDED, 60));
  }

  @Test
  @Rotated(kind = "functional table and kernels", turns = 3)
  void shouldRefuseANumberOfRanksThatIsNoPowerOfTwo() {
    Result result = run(Kernel.MG.spec().ranks(3));
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(REFUSED);
    assertThat(result.errText())
        .contains("MG runs on a power of two of ranks, at most 8, not on 3");
  }

  /** However long it takes: what the kernels compute takes the time that the machine leaves. */
  private Result run(JobSpec spec) {
    return jobs.start(spec).lateResult();
  }

  private static int determinants(Result result) {
    Matcher all = ALL_RANKS.matcher(result.errText());
    assertThat(all.find()).as(result.errText()).isTrue();
    return Integer.parseInt(all.group(1));
  }
}
