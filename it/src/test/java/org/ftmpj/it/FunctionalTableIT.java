package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.it.job.Javas;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.table.Table;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The functional table: every case of {@link Table} says the same under FTMPJ as on stock MPJ
 * Express. Where stock is wrong: {@link DifferencesIT}.
 */
class FunctionalTableIT {
  /** What depends on the number of ranks, for the numbers between. */
  private static final String[] SHAPES = {
    "send.ISSEND.INT",
    "Barrier",
    "Bcast.INT",
    "Gather.INT",
    "Gatherv.INT",
    "Scatter.INT",
    "Scatterv.INT",
    "Allgather.INT",
    "Allgatherv.INT",
    "Alltoall.OBJECT",
    "Alltoallv.INT",
    "Reduce.SUM.INT",
    "Allreduce.user",
    "Scan.user",
    "Reduce_scatter.SUM.INT",
    "Split",
    "Create",
    "traffic",
    "Compare",
    "intercommunicator",
    "Merge",
    "group",
    "Cart",
    "Graph",
    "Probe all",
    "1000 messages"
  };

  /**
   * Cases that MPJ Express itself answers with an exception, by the begin of their names. Some are
   * meant as errors, in the others MPJ Express has one above the device.
   */
  private static final List<String> ERRORS =
      List.of(
          "send.BSEND without a buffer",
          "another type than was sent",
          "type.Struct of Contiguous",
          "type.Vector of Indexed",
          "Reduce_scatter.LAND",
          "Reduce_scatter.LOR",
          "Reduce_scatter.LXOR",
          "group.empty",
          "Cart.too large",
          "attribute deleted",
          "receive buffer too small",
          "send to a rank that is none",
          "send past the end of an array",
          "send an array of another type");

  private static final Map<String, Result> STOCK = new HashMap<>();

  @RegisterExtension final Jobs jobs = new Jobs();

  /** On three ranks always, see below. */
  static Stream<Integer> few() {
    return Seed.one("functional table on few ranks", 1, 2);
  }

  @ParameterizedTest(name = "all cases, ranks: {0}")
  @MethodSource("few")
  @Rotated(kind = "functional table and kernels", turns = 5)
  void shouldSayWhatStockSays(int ranks) {
    compare(ranks);
  }

  /** This run of ours is the reference of those in which ranks are killed. */
  @Test
  @Rotated(kind = "kills at places", turns = 6)
  void shouldSayWhatStockSaysAlsoWhereRanksAreKilled() throws IOException {
    int ranks = KillMatrixIT.RANKS;
    Result ours = References.of(Sample.TABLE, Sample.TABLE.brief().ranks(ranks), jobs).result();
    ours.requireOutputOf(stock(ranks));
  }

  static Stream<Integer> shapes() {
    return Seed.one("functional table", 4, 5, 6);
  }

  @ParameterizedTest(name = "what depends on the number of ranks, ranks: {0}")
  @MethodSource("shapes")
  @Rotated(kind = "functional table and kernels", turns = 4)
  void shouldSayWhatStockSaysInOtherShapes(int ranks) {
    compare(ranks, SHAPES);
  }

  @Tag("long")
  @ParameterizedTest(name = "what depends on the number of ranks, ranks: {0}")
  @ValueSource(ints = {7, 8})
  void shouldSayWhatStockSaysInLargeShapes(int ranks) {
    compare(ranks, SHAPES);
  }

  @Tag("long")
  @ParameterizedTest(name = "all cases, ranks: {0}")
  @ValueSource(ints = {4, 8})
  void shouldSayWhatStockSaysOnManyRanks(int ranks) {
    compare(ranks);
  }

  @Test
  @Rotated(kind = "functional table and kernels", turns = 2)
  void shouldSayTheSameOnAnotherJava() {
    Optional<Path> other = Javas.other();
    Assumptions.assumeTrue(other.isPresent(), "There is no second Java of another version");
    JobSpec spec = spec(2).level(Level.HOST).java(other.get());
    Result there = jobs.start(spec.jvm(Javas.withoutUnsafe(other.get()))).lateResult();
    assertThat(there.exitCode()).as(there.errText()).isZero();
    assertThat(there.errText()).doesNotContain("WARNING");
    there.requireOutputOf(stock(2));
    System.out.println("The functional table says the same on " + other.get());
  }

  private void compare(int ranks, String... chosen) {
    Result stock = stock(ranks, chosen);
    Result ours = jobs.start(spec(ranks, chosen)).lateResult();
    assertThat(ours.exitCode()).as(ours.errText()).isZero();
    ours.requireOutputOf(stock);
    System.out.printf(
        "Functional table, %d ranks: %d cases say the same; stock %d ms, FTMPJ %d ms%n",
        ranks, stock.out(0).size(), stock.milliseconds(), ours.milliseconds());
  }

  private Result stock(int ranks, String... chosen) {
    return STOCK.computeIfAbsent(
        ranks + Arrays.toString(chosen),
        key -> {
          Result stock = jobs.start(spec(ranks, chosen).stock()).lateResult();
          assertComplete(stock);
          return stock;
        });
  }

  private static JobSpec spec(int ranks, String... chosen) {
    return JobSpec.of(Table.class, chosen).ranks(ranks).jvm("-Xmx1g");
  }

  private static void assertComplete(Result result) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (List<String> lines : result.outByRank().values()) {
      assertThat(lines).hasSizeGreaterThan(30).hasSameSizeAs(result.out(0));
      assertThat(lines.stream().filter(line -> line.contains(" throws ")))
          .allMatch(line -> ERRORS.stream().anyMatch(error -> line.startsWith("case " + error)));
    }
  }
}
