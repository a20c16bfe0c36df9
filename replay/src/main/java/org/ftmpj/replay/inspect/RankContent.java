package org.ftmpj.replay.inspect;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.replay.rank.RecordedDeterminants;
import org.ftmpj.supervisor.console.OutputReader;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.OutputBeginning;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The contents of a job's directory about one rank, without its channels.
 *
 * @param incarnations number of its starts
 * @param removed removed records of determinants, which no checkpoint needs
 * @param determinants their numbers by kind
 * @param failedPolls that the determinants of kind NotYet count
 * @param determinantBytes without the framing of the log
 * @param outputBytes of standard output and error
 * @param outputLines of standard output and error
 * @param exit its exit record
 * @param damage the reason why a log of it cannot be read to its end; empty if it can
 */
public record RankContent(
    int rank,
    int incarnations,
    long removed,
    Map<String, Long> determinants,
    long failedPolls,
    long determinantBytes,
    long outputBytes,
    long outputLines,
    Optional<ExitRecord> exit,
    Optional<FtmpjException> damage) {

  /** The number of determinants. */
  public long determinantCount() {
    return determinants.values().stream().mapToLong(Long::longValue).sum();
  }

  static RankContent of(JobLayout layout, Durability durability, int rank, int size) {
    Count count = new Count();
    FtmpjException damage = null;
    try {
      RetainedPositions needed = RetainedPositions.find(layout.retention(rank), size);
      count.determinants(
          RecordedDeterminants.of(layout, durability, rank), needed == null ? 1 : needed.record());
    } catch (FtmpjException e) {
      damage = e;
    }
    try {
      count.output(layout.output(rank));
    } catch (FtmpjException e) {
      damage = e;
    }
    return new RankContent(
        rank,
        AtomicFile.read(layout.incarnation(rank))
            .map(text -> Integer.parseInt(text.strip()))
            .orElse(0),
        count.removed,
        count.kinds,
        count.failedPolls,
        count.bytes,
        count.outputBytes,
        count.outputLines,
        ExitRecord.read(layout.exitRecord(rank)),
        Optional.ofNullable(damage));
  }

  private static final class Count {
    private final Map<String, Long> kinds = new TreeMap<>();
    private long removed;
    private long failedPolls;
    private long bytes;
    private long outputBytes;
    private long outputLines;

    /**
     * Reads the determinants.
     *
     * @param needed the first record that may not have been removed
     */
    void determinants(RecordedDeterminants recorded, long needed) {
      if (!recorded.exists()) {
        return;
      }
      long first = recorded.first();
      removed = first - 1;
      recorded.read(
          Math.min(first, Math.max(1, needed)),
          record -> {
            bytes += record.remaining();
            DeterminantCodec.decode(record, this::add);
          });
    }

    private void add(Determinant determinant) {
      String kind = determinant.getClass().getSimpleName();
      if (determinant instanceof Determinant.Value value) {
        kind += " " + value.kind();
      } else if (determinant instanceof Determinant.Data data) {
        kind += " " + data.kind();
      } else if (determinant instanceof Determinant.NotYet run) {
        failedPolls += run.count();
      }
      kinds.merge(kind, 1L, Long::sum);
    }

    void output(Path file) {
      try (OutputReader reader = OutputReader.open(file, OutputBeginning.of(file).position())) {
        while (reader.poll(this::add) > 0) {
          // Of a running job more may have come.
        }
        // What is damaged looks like an end the first time.
        reader.poll(this::add);
      }
    }

    private void add(OutputRecord record) {
      outputBytes += record.text().length;
      for (byte b : record.text()) {
        outputLines += b == '\n' ? 1 : 0;
      }
    }
  }
}
