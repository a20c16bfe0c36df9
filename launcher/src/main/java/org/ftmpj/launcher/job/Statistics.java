package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.registry.Table;
import org.ftmpj.protocol.report.RankCounters;
import org.ftmpj.supervisor.record.CountersReport;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The counters of a job's ranks, as a table. The counters of a restarted rank are those of its last
 * incarnation, which has repeated the earlier ones' work; repetitions are counted separately.
 */
public final class Statistics {
  private static final String NOTHING = "-";

  private static final String[] HEADINGS = {
    "rank",
    "incarnation",
    "operations",
    "open",
    "share",
    "replayed",
    "determinants",
    "bytes",
    "each",
    "records",
    "messages",
    "bytes",
    "dropped",
    "waits"
  };

  private Statistics() {}

  /**
   * A line for each rank, and one for all of them; then one for each rank whose counters cannot be
   * read, with the error's code, because that must not hide how the job ended.
   */
  public static List<String> of(JobLayout layout, int size) {
    Table table = new Table(HEADINGS);
    List<String> problems = new ArrayList<>();
    RankCounters all = RankCounters.NOTHING;
    Optional<ControlBlock> control =
        Files.exists(layout.control())
            ? Optional.of(ControlBlock.openReadOnly(layout.control()))
            : Optional.empty();
    for (int rank = 0; rank < size; rank++) {
      int of = rank;
      Optional<CountersReport> report = read(layout.counters(rank), problems);
      if (report.isPresent()) {
        row(table, rank, report.get().incarnation(), report.get().counters());
        all = all.plus(report.get().counters());
      } else {
        RankCounters known = control.map(block -> known(block, of)).orElse(RankCounters.NOTHING);
        table.row(stopped(rank, known));
        all = all.plus(known);
      }
    }
    row(table, "all", "", all);
    return Stream.concat(table.toString().lines(), problems.stream()).toList();
  }

  private static Optional<CountersReport> read(Path file, List<String> problems) {
    try {
      return CountersReport.read(file);
    } catch (FtmpjException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  /** The figures of a rank that are known without its own report. */
  private static RankCounters known(ControlBlock block, int rank) {
    return new RankCounters(block.progress(rank), 0, 0, 0, 0, 0, 0, 0, 0, block.gateWaits(rank));
  }

  /** A rank that was stopped or died could not report. */
  private static Object[] stopped(int rank, RankCounters known) {
    Object[] row = new Object[HEADINGS.length];
    Arrays.fill(row, NOTHING);
    row[0] = rank;
    if (known.operations() > 0) {
      row[2] = known.operations();
      row[HEADINGS.length - 1] = known.gateWaits();
    }
    return row;
  }

  private static void row(Table table, Object rank, Object incarnation, RankCounters c) {
    long open = c.replayed() + c.recorded();
    table.row(
        rank,
        incarnation,
        c.operations(),
        open,
        c.operations() == 0 ? NOTHING : text("%.1f %%", 100.0 * open / c.operations()),
        c.replayed(),
        c.determinants(),
        c.determinantBytes(),
        c.determinants() == 0
            ? NOTHING
            : text("%.1f", (double) c.determinantBytes() / c.determinants()),
        c.records(),
        c.messages(),
        c.messageBytes(),
        c.droppedSends(),
        c.gateWaits());
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
