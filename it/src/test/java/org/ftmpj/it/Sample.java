package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.LargeMessages;
import org.ftmpj.it.program.table.Table;
import org.ftmpj.samples.chatty.Chatter;
import org.ftmpj.samples.farm.WaitanyFarm;
import org.ftmpj.samples.grid.GridStencil;
import org.ftmpj.samples.heat.HeatEquation;
import org.ftmpj.samples.life.GameOfLife;
import org.ftmpj.samples.mandelbrot.Mandelbrot;
import org.ftmpj.samples.objects.ObjectTasks;
import org.ftmpj.samples.pi.MonteCarloPi;
import org.ftmpj.samples.polling.Polling;
import org.ftmpj.samples.pool.PoolFarm;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.samples.search.TreeSearch;
import org.ftmpj.samples.stealing.WorkStealing;
import org.ftmpj.samples.steered.Steered;
import org.ftmpj.samples.witness.OrderWitness;

/**
 * The samples, and how to tell from its output that one has done the right thing. Each has two
 * sizes: one that computes long enough to be killed at any moment, and one with little to compute.
 */
public enum Sample {
  MANDELBROT(Mandelbrot.class, "100 100 300 picture.png", "400", "300", "12000", "picture.png") {
    @Override
    void verify(Result result, Result reference) {
      List<String> master = result.out(0);
      assertThat(lines(master, "picture:")).isEqualTo(lines(reference.out(0), "picture:"));
      assertThat(lines(master, "elapsed:")).hasSize(1);
      assertThat(master).hasSize(reference.out(0).size());
      int rows = 0;
      int all = 0;
      for (int rank = 1; rank < reference.ranks(); rank++) {
        rows += verifyWorker(rank, result.out(rank), master);
        all += rows(reference.out(rank));
      }
      assertThat(rows).isEqualTo(all);
    }

    private int verifyWorker(int rank, List<String> worker, List<String> master) {
      String last = worker.get(worker.size() - 1);
      assertThat(lines(master, "worker " + rank + ":")).containsExactly(last);
      int rows = rows(worker);
      List<String> expected = new ArrayList<>();
      for (int reported = 25; reported <= rows; reported += 25) {
        expected.add("is its number " + reported);
      }
      assertThat(worker.subList(0, worker.size() - 1))
          .extracting(line -> line.replaceFirst(".*(?=is its)", ""))
          .isEqualTo(expected);
      return rows;
    }

    private int rows(List<String> worker) {
      return number(worker.get(worker.size() - 1), ": (\\d+) rows in");
    }

    @Override
    public List<String> files() {
      return List.of("picture.png");
    }
  },

  GAME_OF_LIFE(GameOfLife.class, "60 60 200 20", "300", "300", "1000", "25") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  RING(Ring.class, "60 1000", "150", "1000000") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  ORDER_WITNESS(OrderWitness.class, "60 1000", "300", "400000") {
    @Override
    void verify(Result result, Result reference) {
      List<String> master = result.out(0);
      assertThat(lines(master, "WITNESS")).containsExactly("WITNESS OK");
      assertThat(lines(master, "witness: sum"))
          .hasSize(1)
          .isEqualTo(lines(reference.out(0), "witness: sum"));
      List<String> rounds = lines(reference.out(1), "round").stream().map(this::round).toList();
      for (int rank = 0; rank < reference.ranks(); rank++) {
        List<String> own = result.out(rank);
        assertThat(lines(own, "round").stream().map(this::round)).isEqualTo(rounds);
        assertThat(lines(own, "final:")).hasSize(1);
        assertThat(hash(lines(own, "final:").get(0)))
            .isEqualTo(hash(lines(own, "round").get(rounds.size() - 1)))
            .isEqualTo(hash(lines(master, "witness: rank " + rank + " ").get(0)));
        assertThat(own).hasSize(reference.out(rank).size());
      }
    }

    private String round(String line) {
      return line.substring(0, line.indexOf(':'));
    }

    private String hash(String line) {
      Matcher matcher = Pattern.compile("hash ([0-9a-f]{16})").matcher(line);
      assertThat(matcher.find()).as(line).isTrue();
      return matcher.group(1);
    }
  },

  MONTE_CARLO_PI(MonteCarloPi.class, "60 1000", "60", "700000") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  HEAT_EQUATION(HeatEquation.class, "1000 500 50", "25000", "3000", "50") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  /** Which rank does which task is open, but each is done, and told of, once. */
  WORK_STEALING(WorkStealing.class, "60 1000", "300", "2500000") {
    @Override
    void verify(Result result, Result reference) {
      assertThat(lines(result.out(0), "all")).hasSize(1).isEqualTo(lines(reference.out(0), "all"));
      assertThat(sorted(result, 0, reference.ranks()))
          .isEqualTo(sorted(reference, 0, reference.ranks()));
    }
  },

  WAITANY_FARM(WaitanyFarm.class, "60 1000", "250", "2500000") {
    @Override
    void verify(Result result, Result reference) {
      assertThat(sorted(result, 0, 1)).isEqualTo(sorted(reference, 0, 1));
      assertThat(sorted(result, 1, reference.ranks()))
          .isEqualTo(sorted(reference, 1, reference.ranks()));
    }
  },

  OBJECT_TASKS(ObjectTasks.class, "60 1000", "100", "1000000") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  GRID_STENCIL(GridStencil.class, "40 100 10", "200", "600", "10") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  CHATTER(Chatter.class, "20 40 1000", "60", "40", "4000000") {
    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  /** How it goes is open; it says itself whether all ranks have seen the same. */
  STEERED(Steered.class, "40 1000", "60", "20000") {
    @Override
    void verify(Result result, Result reference) {
      verifyRounds(result, reference, 0, reference.ranks());
      for (int rank = 0; rank < reference.ranks(); rank++) {
        assertThat(lines(result.out(rank), "steered:")).containsExactly("steered: OK");
      }
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }
  },

  /** A million polls that find nothing, and as many of them in a replay. */
  POLLING(Polling.class, "20 12500 1000", "80", "12500", "3000000") {
    @Override
    void verify(Result result, Result reference) {
      verifyRounds(result, reference, 0, 1);
      assertThat(lines(result.out(0), "polling:")).containsExactly("polling: OK");
      assertThat(sorted(result, 1, reference.ranks()))
          .isEqualTo(sorted(reference, 1, reference.ranks()));
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }
  },

  /** Which rank does which task is open, and in which order results come; each is done once. */
  POOL_FARM(PoolFarm.class, "100 100000", "250", "2500000") {
    @Override
    void verify(Result result, Result reference) {
      assertThat(withoutOrder(result.out(0))).isEqualTo(withoutOrder(reference.out(0)));
      assertThat(lines(result.out(0), "order")).hasSize(1);
      int done = 0;
      int all = 0;
      for (int rank = 1; rank < reference.ranks(); rank++) {
        List<String> own = result.out(rank);
        int tasks = tasks(own);
        assertThat(own).hasSize(tasks / 10 + 1).doesNotHaveDuplicates();
        done += tasks;
        all += tasks(reference.out(rank));
      }
      assertThat(done).isEqualTo(all);
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }

    private int tasks(List<String> worker) {
      return number(worker.get(worker.size() - 1), "did (\\d+) tasks");
    }

    private List<String> withoutOrder(List<String> master) {
      return master.stream().filter(line -> !line.startsWith("order")).toList();
    }
  },

  /** Which rank searches which subtree is open, but each is searched, and told of, once. */
  TREE_SEARCH(TreeSearch.class, "8 1", "10", "10") {
    @Override
    void verify(Result result, Result reference) {
      assertThat(result.out(0)).filteredOn(line -> line.contains(" queens: ")).hasSize(1);
      assertThat(sorted(result, 0, reference.ranks()))
          .isEqualTo(sorted(reference, 0, reference.ranks()));
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }
  },

  /** Not a sample: those do not send so much that the bulk log is archived, or segments end. */
  LARGE(LargeMessages.class, "") {
    @Override
    public JobSpec spec() {
      return super.spec().jvm("-Xmx256m", "-Dft.log.segment=32");
    }

    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  },

  /** Not a sample: every operation of MPI. */
  TABLE(Table.class, "") {
    @Override
    public JobSpec spec() {
      return super.spec().jvm("-Xmx1g");
    }

    @Override
    void verify(Result result, Result reference) {
      result.requireOutputOf(reference);
    }
  };

  static final int RANKS = 4;

  private final Class<?> main;
  private final String brief;
  private final String[] arguments;

  /**
   * @param brief the arguments, separated by spaces, with which there is little to compute
   * @param arguments with which it computes about a second
   */
  Sample(Class<?> main, String brief, String... arguments) {
    this.main = main;
    this.brief = brief;
    this.arguments = arguments;
  }

  /**
   * One of several, as the seed says; {@code -Dtest.full=true} has them all. All test classes of a
   * build that ask have the same one, as far as they can, so that it is run undisturbed once for
   * all of them.
   */
  static Stream<Sample> one(Sample... of) {
    if (Boolean.getBoolean("test.full")) {
      return Stream.of(of);
    }
    List<Sample> order = new ArrayList<>(List.of(values()));
    Collections.shuffle(order, Seed.random("sample of the build"));
    order.retainAll(List.of(of));
    System.out.printf(
        "sample of the build: seed %d, of %s only %s%n",
        Seed.base(), Arrays.toString(of), order.get(0));
    return Stream.of(order.get(0));
  }

  /** Long enough to kill ranks at moments that its output tells. */
  public JobSpec spec() {
    return JobSpec.of(main, arguments).ranks(RANKS).usualCollector();
  }

  /** For jobs whose ranks are killed at places, or not at all. */
  public JobSpec brief() {
    return spec().arguments(brief.isEmpty() ? new String[0] : brief.split(" "));
  }

  /**
   * Asserts that every rank said what it had to say, each line once.
   *
   * @param reference of a run without failures
   */
  abstract void verify(Result result, Result reference);

  /** The files it writes. */
  public List<String> files() {
    return List.of();
  }

  /** Asserts that a run after failures did just what one without did. */
  public void verify(Result result, Path directory, References.Reference reference)
      throws IOException {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    verify(result, reference.result());
    for (String file : files()) {
      Path expected = reference.directory().resolve(file);
      assertThat(Files.mismatch(directory.resolve(file), expected)).as(file).isEqualTo(-1);
    }
  }

  private static List<String> lines(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).toList();
  }

  /** That some ranks have told of every round, once. */
  private static void verifyRounds(Result result, Result reference, int from, int to) {
    for (int rank = from; rank < to; rank++) {
      assertThat(rounds(result.out(rank))).isEqualTo(rounds(reference.out(rank)));
      assertThat(result.out(rank)).hasSize(reference.out(rank).size());
    }
  }

  private static List<String> rounds(List<String> lines) {
    return lines(lines, "round").stream().map(l -> l.substring(0, l.indexOf(':'))).toList();
  }

  /** All lines of some ranks. */
  private static List<String> sorted(Result result, int from, int to) {
    return IntStream.range(from, to).mapToObj(result::out).flatMap(List::stream).sorted().toList();
  }

  private static int number(String line, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    return Integer.parseInt(matcher.group(1));
  }
}
