package org.ftmpj.replay.rank;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.store.StorePlace;

/** Where a job that is over has left the determinants of a rank. */
public final class RecordedDeterminants {
  private RecordedDeterminants() {}

  /**
   * The rank's store; it is not there if the rank has not come to start.
   *
   * @throws FtmpjException NOT_RECORDED if an event logger has them that is not the job's own,
   *     LOG_CORRUPT if the directory does not say which job it is
   */
  public static Path of(JobLayout layout, Durability durability, int rank) {
    if (durability == Durability.PROCESS) {
      return layout.determinants(rank);
    }
    Path store = layout.logger().resolve("store");
    if (!Files.isDirectory(store)) {
      throw new FtmpjException(
          ErrorCode.NOT_RECORDED,
          "the determinants of the job are with an event logger that is not its own: there is no "
              + store);
    }
    return StorePlace.of(store, JobIdentity.of(layout).name(), rank);
  }
}
