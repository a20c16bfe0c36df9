package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalInt;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.ExitRecord;

/**
 * Notes in the launcher's directory what becomes of ranks on other hosts, for those who ask for the
 * status of the job.
 */
record RankNotes(JobLayout layout) {

  void note(int rank, RankEvent event) {
    if (event instanceof RankEvent.Started started) {
      AtomicFile.write(layout.incarnation(rank), started.incarnation() + "\n");
      AtomicFile.write(layout.remote(rank), started.pid() + "\n");
    } else if (event instanceof RankEvent.Died) {
      gone(rank);
    } else if (event instanceof RankEvent.Recovered recovered) {
      recovered.report().write(layout.recovered(rank, recovered.report().incarnation()));
    } else if (event instanceof RankEvent.Ended ended) {
      gone(rank);
      note(rank, ended);
    }
  }

  /** The counters of a rank. */
  void note(int rank, String counters) {
    AtomicFile.write(layout.counters(rank), counters);
  }

  private void note(int rank, RankEvent.Ended ended) {
    if (ended.outcome() instanceof RankOutcome.Finished finished) {
      new ExitRecord.Program(
              ended.incarnation(), OptionalInt.of(finished.code()), false, finished.cause())
          .write(layout.exitRecord(rank));
    } else if (ended.outcome() instanceof RankOutcome.FailStopped stopped) {
      new ExitRecord.FailStop(ended.incarnation(), stopped.code(), stopped.message())
          .write(layout.exitRecord(rank));
    }
  }

  private void gone(int rank) {
    try {
      Files.deleteIfExists(layout.remote(rank));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "cannot remove " + layout.remote(rank) + " (" + Reason.of(e) + ")",
          e);
    }
  }
}
