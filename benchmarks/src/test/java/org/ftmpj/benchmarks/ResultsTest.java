package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private static final Row START = new Row("runs", "start", 0, "s");
  private static final Row RING = new Row("runs", "ring", 0, "s");

  private final Results results = new Results();

  @Test
  void shouldTellMediansAndPercentilesOfEachVariant() {
    add(RING, Variant.STOCK, 5, 1, 2, 3, 4);

    assertThat(results.of(RING, Variant.STOCK)).contains(new Results.Summary(5, 1.4, 3, 4.6));
    assertThat(results.of(RING, Variant.PROCESS)).isEmpty();
    assertThat(results.of(START, Variant.STOCK)).isEmpty();
  }

  @Test
  void shouldCompareWithTheFirstVariant() {
    add(RING, Variant.STOCK, 8, 7, 9);
    add(RING, Variant.PROCESS, 2, 2);

    assertThat(results.ratio(RING, Variant.PROCESS)).contains(0.25);
    assertThat(results.ratio(RING, Variant.STOCK)).isEmpty();
    assertThat(Tables.markdown(results))
        .isEqualTo(
            """
            | runs | stock niodev | FTMPJ, level process | ratio |
            |---|---:|---:|---:|
            | ring | 8.00 s | 2.00 s | 0.25 |
            """);
  }

  @Test
  void shouldShowASeriesTogetherAndWithItsVariantsOnly() {
    Row logged = new Row("logged", "ring", 0, "");
    Row farm = new Row("runs", "farm", 0, "s");
    add(RING, Variant.STOCK, 2);
    add(RING, Variant.PROCESS, 1);
    add(logged, Variant.PROCESS, 12_345);
    add(farm, Variant.STOCK, 20_000.6);
    add(farm, Variant.PROCESS, 0);

    assertThat(Tables.markdown(results))
        .isEqualTo(
            """
            | runs | stock niodev | FTMPJ, level process | ratio |
            |---|---:|---:|---:|
            | ring | 2.00 s | 1.00 s | 0.50 |
            | farm | 20,001 s | 0.00 s | 0.00 |

            | logged | FTMPJ, level process |
            |---|---:|
            | ring | 12,345 |
            """);
  }

  @Test
  void shouldNotCompareWithNothing() {
    add(RING, Variant.STOCK, 0);
    add(RING, Variant.PROCESS, 1);

    assertThat(results.ratio(RING, Variant.PROCESS)).isEmpty();
  }

  @Test
  void shouldTakeOffWhatIsPartOfEachRun() {
    add(START, Variant.STOCK, 1);
    add(START, Variant.PROCESS, 2);
    add(RING, Variant.STOCK, 5);
    add(RING, Variant.PROCESS, 4);
    results.without(START, "rest");

    Row rest = new Row("rest", "ring", 0, "s");
    assertThat(results.rows()).containsExactly(START, RING, rest);
    assertThat(results.of(rest, Variant.STOCK)).hasValueSatisfying(s -> is(s, 4));
    assertThat(results.of(rest, Variant.PROCESS)).hasValueSatisfying(s -> is(s, 2));
  }

  @Test
  void shouldTellWhatPartOthersAreOfOne() {
    add(RING, Variant.PROCESS, 4, 6);
    add(START, Variant.PROCESS, 1, 2);
    results.partsOf(RING, "part");

    Row part = new Row("part", "start", 0, "times");
    assertThat(results.rows()).containsExactly(RING, START, part);
    assertThat(results.of(part, Variant.PROCESS)).hasValueSatisfying(s -> is(s, 0.3));
  }

  @Test
  void shouldTellHowManyTimesAnotherVariantSomeAre() {
    add(RING, Variant.OPEN_MPI, 2, 3, 1);
    add(RING, Variant.PROCESS, 4, 6);
    add(RING, Variant.STOCK, 7);
    add(START, Variant.PROCESS, 1);
    results.timesOf(Variant.OPEN_MPI, "runs", "times", List.of(Variant.PROCESS, Variant.HOST));

    Row times = new Row("times", "ring", 0, "times");
    assertThat(results.rows("times")).containsExactly(times);
    assertThat(results.variants("times")).containsExactly(Variant.PROCESS);
    assertThat(results.of(times, Variant.PROCESS)).hasValueSatisfying(s -> is(s, 2.5));
  }

  @Test
  void shouldCompareWithAVariantOnlyIfItWasMeasured() {
    add(RING, Variant.PROCESS, 4);
    results.timesOf(Variant.OPEN_MPI, "runs", "times", List.of(Variant.PROCESS));
    assertThat(results.rows()).containsExactly(RING);
  }

  @Test
  void shouldWriteAllOfItForMachines() {
    add(RING, Variant.STOCK, 4);
    add(RING, Variant.HOST, 6);

    assertThat(Tables.json(Map.of(new Latency(Optional.empty()), results)))
        .contains("\"row\":\"ring\",\"variant\":\"host\",\"unit\":\"s\",\"number\":1,")
        .contains("\"median\":6.0000,\"p90\":6.0000,\"ratio\":1.5000}");
  }

  @Test
  void shouldTellHowFarARatioCanBeReliedOn() {
    add(RING, Variant.STOCK, 1, 2, 4);
    add(RING, Variant.PROCESS, 2, 2, 2);
    add(START, Variant.STOCK, 1);
    add(START, Variant.PROCESS, 3);

    assertThat(results.ratios(RING, Variant.PROCESS))
        .hasValueSatisfying(
            all -> {
              assertThat(all.number()).isEqualTo(3);
              assertThat(all.p10()).isCloseTo(0.6, within(1e-9));
              assertThat(all.p90()).isCloseTo(1.8, within(1e-9));
            });
    assertThat(Tables.markdown(results))
        .contains("| ring | 2.00 s | 2.00 s | 1.00 (0.60-1.80) |\n")
        .contains("| start | 1.00 s | 3.00 s | 3.00 |\n");
    assertThat(results.ratios(RING, Variant.STOCK)).isEmpty();
  }

  @Test
  void shouldNotCompareTurnsOfWhichSomeAreMissing() {
    add(RING, Variant.STOCK, 1, 2);
    add(RING, Variant.PROCESS, 1, 2, 3);
    add(START, Variant.STOCK, 0, 1);
    add(START, Variant.PROCESS, 1, 1);

    assertThat(results.ratios(RING, Variant.PROCESS)).isEmpty();
    assertThat(results.ratios(START, Variant.PROCESS)).isEmpty();
  }

  @Test
  void shouldWriteAllOfItAsCommaSeparatedValues() {
    Row quoted = new Row("runs, \"all\"", "ring", 4, "s");
    add(quoted, Variant.STOCK, 4, 4);
    add(quoted, Variant.HOST, 6, 2);

    assertThat(Tables.csv(Map.of(new Latency(Optional.empty()), results)).lines())
        .containsExactly(
            "benchmark,series,row,x,variant,unit,number,p10,median,p90,ratio,ratio p10,ratio p90",
            "\"latency\",\"runs, \"\"all\"\"\",\"ring\",4.0000,\"stock niodev\",\"s\",2,"
                + "4.0000,4.0000,4.0000,,,",
            "\"latency\",\"runs, \"\"all\"\"\",\"ring\",4.0000,\"FTMPJ, level host\",\"s\",2,"
                + "2.4000,4.0000,5.6000,1.0000,0.6000,1.4000");
  }

  @Test
  void shouldDrawALineForEachVariant() {
    for (int bytes : List.of(1, 1024, 1 << 20)) {
      Row row = new Row("named", bytes + " B", bytes, "µs");
      add(row, Variant.STOCK, 40 + bytes, 40 + bytes);
      add(row, Variant.PROCESS, 1 + bytes);
    }
    String plot = LinePlot.of("Half round trip", "message size", false, "named", results);

    assertThat(plot.split("<polyline")).hasSize(3);
    assertThat(plot)
        .contains(">Half round trip</text>", ">named</text>", ">message size</text>")
        .contains(
            ">median, µs</text>", ">1,000</text>", ">10,000</text>", ">10^7</text>", ">1</text>")
        .doesNotContain("10,000.0");
    // From the left to the right, and the slower the higher.
    assertThat(points(plot, 1)).hasSize(3).isSortedAccordingTo((a, b) -> (int) (a[0] - b[0]));
    assertThat(points(plot, 1).get(0)[1]).isLessThan(points(plot, 2).get(0)[1]);
  }

  @Test
  void shouldLabelAnAxisOfOneDecadeWithMoreThanItsEnds() {
    for (int age : List.of(1, 2)) {
      add(new Row("simulated", "" + age, age, "times"), Variant.STOCK, 1.1 * age);
    }
    assertThat(LinePlot.of("Strategies", "failures", false, "simulated", results))
        .contains(">1</text>", ">2</text>", ">5</text>", ">10</text>", ">times</text>")
        .doesNotContain("median");
  }

  @Test
  void shouldPlotOnlyWhatHasAPlaceOnTheAxis() {
    add(START, Variant.STOCK, 1);
    add(new Row("kills", "no kill", 0, "s"), Variant.STOCK, 1);
    add(new Row("kills", "at 10 %", 10, "s"), Variant.STOCK, 2);
    assertThat(Report.plotted(results)).isEmpty();

    add(new Row("kills", "at 50 %", 50, "s"), Variant.STOCK, 3);
    assertThat(Report.plotted(results)).containsExactly("kills");
    assertThat(points(LinePlot.of("Half round trip", "message size", false, "kills", results), 1))
        .hasSize(2);
  }

  @Test
  void shouldLeaveOutWhatALogarithmicAxisDoesNotHave() {
    add(new Row("rates", "1 client", 1, "/s"), Variant.STOCK, 0);
    add(new Row("rates", "2 clients", 2, "/s"), Variant.STOCK, 20);
    add(new Row("rates", "4 clients", 4, "/s"), Variant.STOCK, 40);

    assertThat(points(LinePlot.of("Half round trip", "message size", false, "rates", results), 1))
        .hasSize(2);
  }

  private static List<double[]> points(String plot, int line) {
    String points = plot.split("<polyline points=\"")[line].split("\"")[0];
    return Arrays.stream(points.split(" "))
        .map(p -> p.split(","))
        .map(p -> new double[] {Double.parseDouble(p[0]), Double.parseDouble(p[1])})
        .toList();
  }

  private static void is(Results.Summary summary, double median) {
    assertThat(summary.median()).isCloseTo(median, within(1e-9));
  }

  private void add(Row row, Variant variant, double... values) {
    for (double value : values) {
      results.add(row, variant, value);
    }
  }
}
