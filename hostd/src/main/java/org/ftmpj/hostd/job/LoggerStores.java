package org.ftmpj.hostd.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.logger.store.ForcedStore;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.supervisor.job.DirectoryTree;
import org.ftmpj.supervisor.record.StoppedRecord;

/** The stores of a job's own event loggers, between two of its runs. */
public final class LoggerStores {
  private LoggerStores() {}

  /**
   * Makes them ready for loggers that are started on them. What loggers were called, and who they
   * agreed on as the coordinator, is forgotten: that was of the run before.
   *
   * @param layout of a directory of the job, none of whose processes lives
   * @param stopped how the run before has ended there; empty if that is not known
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void takeOver(JobLayout layout, Optional<StoppedRecord> stopped) {
    String job = JobIdentity.of(layout).name();
    Optional<String> boot =
        stopped.filter(StoppedRecord::synced).flatMap(stop -> stop.launcher().boot());
    // Their ports may belong to other processes now.
    delete(LoggerPlace.ofOnly(layout).address());
    for (LoggerPlace place : LoggerPlace.all(layout)) {
      delete(place.address());
      DirectoryTree.remove(StorePlace.ofAgreement(place.store(), job));
      // In case the host has started again since.
      boot.ifPresent(of -> ForcedStore.keep(place.store(), job, of));
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot remove " + file + " (" + Reason.of(e) + ")", e);
    }
  }
}
