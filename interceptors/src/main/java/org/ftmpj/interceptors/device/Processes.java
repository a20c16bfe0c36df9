package org.ftmpj.interceptors.device;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.protocol.match.Receive;
import xdev.Device;
import xdev.ProcessID;
import xdev.XDevException;

/** The processes of the job as MPJ Express names them, by UUID. A restarted rank keeps its name. */
final class Processes {
  private final RankId[] ids;
  private final Map<UUID, Integer> ranks = new HashMap<>();

  /** A name that knows its rank. */
  private static final class RankId extends ProcessID {
    private final int rank;

    RankId(UUID uuid, int rank) {
      super(uuid);
      this.rank = rank;
    }
  }

  /**
   * @param names by rank
   */
  Processes(UUID[] names) {
    ids = new RankId[names.length];
    for (int rank = 0; rank < names.length; rank++) {
      ids[rank] = new RankId(names[rank], rank);
      ranks.put(names[rank], rank);
    }
  }

  ProcessID[] all() {
    return ids.clone();
  }

  ProcessID id(int rank) {
    return ids[rank];
  }

  UUID name(int rank) {
    return ids[rank].uuid();
  }

  int rank(ProcessID process) {
    if (process instanceof RankId known) {
      return known.rank;
    }
    Integer rank = process == null ? null : ranks.get(process.uuid());
    if (rank == null) {
      throw new XDevException(
          ErrorCode.UNKNOWN_DESTINATION
              + ": Process "
              + (process == null ? "null" : process.uuid())
              + " is not one of this job. "
              + ErrorCode.UNKNOWN_DESTINATION.nextStep());
    }
    return rank;
  }

  /** A rank, or {@link Receive#ANY_SOURCE}. */
  int source(ProcessID process) {
    return process == Device.ANY_SRC ? Receive.ANY_SOURCE : rank(process);
  }
}
