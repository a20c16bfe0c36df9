package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.EndsEarly;
import org.ftmpj.it.program.WithoutFinalize;
import org.ftmpj.it.program.table.Aborts;
import org.ftmpj.it.program.table.Differing;
import org.ftmpj.it.program.table.TooSmall;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where stock MPJ Express is wrong or hangs: that it is, and that FTMPJ does what the MPI standard
 * says. Writes the page on it with {@code -Dwrite.differences=true}, else compares it.
 */
class DifferencesIT {
  private static final Path PAGE = Installation.root().resolve("docs/differences.md");

  /** After so long without an end a job on stock counts as one that never ends. */
  private static final long PATIENCE_S = 3;

  private static final int INTERRUPTED = 130;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldDoWhatTheStandardSaysWhereStockDoesNot() {
    Result ours = jobs.run(JobSpec.of(Differing.class).ranks(2));
    assertThat(ours.exitCode()).as(ours.errText()).isZero();
    for (int rank = 0; rank < 2; rank++) {
      assertThat(cases(ours.out(rank)))
          .containsExactlyElementsOf(
              Stream.of(Difference.values()).map(Difference::lineHere).toList());
    }
    Stream.of(Difference.values()).forEach(d -> System.out.print(d.row()));
  }

  /**
   * One way to end is a job: a case of one of the others could make it end otherwise. What only
   * stock runs does not change with FTMPJ, so it is a long test, here and below.
   */
  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void shouldFindThatStockDoesNotDoWhatTheStandardSays(Difference.End end) {
    List<Difference> differences =
        Stream.of(Difference.values()).filter(d -> d.endOnStock() == end).toList();
    Stream<String> how = Stream.of(end == Difference.End.NEVER ? "together" : "apart");
    String[] args =
        Stream.concat(how, differences.stream().map(Difference::caseName)).toArray(String[]::new);
    Result stock = jobs.run(JobSpec.of(Differing.class, args).ranks(2).stock());
    for (int rank = 0; rank < 2; rank++) {
      List<String> lines = cases(stock.out(rank));
      assertThat(lines).hasSameSizeAs(differences);
      for (int i = 0; i < lines.size(); i++) {
        assertThat(lines.get(i)).startsWith(differences.get(i).lineOnStock());
      }
    }
  }

  private static List<String> cases(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("case ")).toList();
  }

  static Stream<Arguments> codes() {
    return Seed.one("Abort", Arguments.of("3", 3), Arguments.of("0", 1), Arguments.of("256", 1));
  }

  @ParameterizedTest(name = "Abort({0})")
  @MethodSource("codes")
  void shouldEndTheJobWhenOneRankAborts(String code, int ends) {
    Result ours = jobs.run(JobSpec.of(Aborts.class, code).ranks(2));
    assertThat(ours.exitCode()).as(ours.errText()).isEqualTo(ends);
    assertThat(ours.errText())
        .containsPattern(
            "ftmpj: rank \\d ended with exit code %d \\(Abort\\(%s\\)\\), which ends the job"
                .formatted(ends, code));
    assertThat(ours.out()).noneMatch(line -> line.text().endsWith("s on"));
    assertThat(ours.out()).noneMatch(line -> line.text().equals("ends"));
  }

  @Tag("long")
  @Test
  void shouldFindThatAbortDoesNothingOnStock() {
    Result stock = jobs.run(JobSpec.of(Aborts.class, "3").ranks(2).stock());
    assertThat(stock.exitCode()).isZero();
    assertThat(stock.out(1)).containsExactly("begins", "goes on", "ends");
  }

  @Test
  void shouldReportAMessageThatIsTooLongAndGoOn() {
    Result ours = jobs.run(JobSpec.of(TooSmall.class).ranks(2));
    assertThat(ours.exitCode()).as(ours.errText()).isZero();
    for (int rank = 0; rank < 2; rank++) {
      List<String> lines = ours.out(rank);
      assertThat(lines).hasSize(11).startsWith("begins").endsWith("goes on");
      assertThat(lines.subList(1, 10)).allMatch(line -> line.contains("FTMPJ-1203"));
    }
  }

  /** The counterparts of these under FTMPJ are here and in {@link EndsIT}. */
  @Tag("long")
  @Test
  void shouldFindThatJobsOnStockNeverEnd() {
    List<Job> hanging = new ArrayList<>();
    hanging.add(jobs.start(JobSpec.of(TooSmall.class).ranks(2).stock()));
    hanging.add(jobs.start(JobSpec.of(EndsEarly.class, "throw=bang").ranks(2).stock()));
    hanging.add(jobs.start(JobSpec.of(WithoutFinalize.class).ranks(2).stock()));
    int[] lines = {2, 3, 40};
    for (int i = 0; i < lines.length; i++) {
      int all = lines[i];
      Job job = hanging.get(i);
      job.awaitOrEnd(all + " lines of " + job.spec().main(), () -> job.linesOfRanks() >= all);
    }
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(PATIENCE_S));
    for (Job job : hanging) {
      assertThat(job.isAlive()).as(job.spec().main()).isTrue();
      job.interrupt();
      assertThat(job.result().exitCode()).isEqualTo(INTERRUPTED);
    }
  }

  @Test
  void shouldHaveAnUpToDatePage() throws IOException {
    String page =
        Stream.of(Difference.values())
            .map(Difference::row)
            .collect(Collectors.joining("", HEAD, TAIL));
    if (Boolean.getBoolean("write.differences")) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).as("-Dwrite.differences=true writes it").hasContent(page);
  }

  private static final String HEAD =
      """
      # Where FTMPJ differs from stock MPJ Express

      <!-- Generated by DifferencesIT; do not edit. -->

      FTMPJ runs MPJ Express 0.44 itself, unmodified, on a device of its own. What a program sees is the same, and the
      integration tests compare it, case by case, in some 680 cases on 1 to 8 ranks. This is where it is not the same, on
      purpose: stock MPJ Express (niodev) hangs, or does not do what the MPI standard says. Each row is tested, on stock, too.

      | situation | stock MPJ Express | under FTMPJ, as the MPI standard says |
      |---|---|---|
      | `Comm.Abort(code)` | does nothing, the program goes on | ends the whole job with that exit code (1 if the code is 0 or a multiple of 256) |
      | A message that is longer than the buffer of its receive, by more than MPJ Express's own rounding | a thread of the device dies and the ranks hang | `MPIException` with `FTMPJ-1203` from `Recv` or from the wait; the program can go on |
      | An uncaught exception in one rank | its process stays, and all others wait for it | the job ends with exit code 1 |
      | `main` returns without `MPI.Finalize()` | the processes stay | the job ends when all ranks have |
      """;

  private static final String TAIL =
      """

      ## Not different

      Where MPJ Express has an error above its device, so has a program under FTMPJ: `Request.Cancel` says that it is not
      implemented; `MPI.PROC_NULL` is not understood, and `Cartcomm.Shift` says -1 at the end of a line that is not periodic;
      `Irecv` of `PACKED` empties the buffer; `Wtime` counts whole seconds; `Struct` of a derived type and `Vector` of an
      `Indexed` type cannot be received; `LAND`, `LOR` and `LXOR` fail in `Reduce_scatter`, which is wrong on more than two
      ranks; `BOR` and `BXOR` combine nothing; ranks with equal keys in `Split` are taken for one; a communicator of some
      ranks may get the context of another, so that a receive from `ANY_SOURCE` takes messages of both.

      A message may be sent with tag -2, which is `ANY_TAG`: the standard forbids it. Stock never delivers it; FTMPJ
      delivers it to a receive with `ANY_TAG`, as any other.
      """;
}
