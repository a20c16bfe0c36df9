package org.ftmpj.replay.rank;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.protocol.config.Durability;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.job.JobLayout;

/** Where a job that is over has left the determinants of a rank. */
public final class RecordedDeterminants {
  private RecordedDeterminants() {}

  /**
   * The rank's store; it is not there if the rank has not come to start.
   *
   * @throws FtmpjException NOT_RECORDED if an event logger has them that is not the job's own
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
    return StorePlace.of(store, layout.name(), rank);
  }
}
