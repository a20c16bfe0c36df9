package org.ftmpj.protocol.rank;

import java.util.List;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.report.OperationHistory;

/** Ranks that go on from snapshots of themselves. */
public final class Snapshots {
  private Snapshots() {}

  /**
   * Throws the protocol's state of a rank away, and has its threads go on with one that is restored
   * from a snapshot of it.
   *
   * @param threads all of the program's
   * @param forgotten what is not in the snapshot, by mistake
   */
  public static RankSession goOn(
      List<Stepwise> threads,
      Interconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      Forgotten forgotten) {
    RankSnapshot snapshot = forgotten.without(threads.get(0).session().core().snapshot());
    OperationHistory operations = new OperationHistory(interconnect.rank(), false);
    RankCore core =
        RankCore.restored(snapshot, interconnect, log, outside, receptions, operations, false);
    RankSession restored = new RankSession(core, false);
    threads.forEach(thread -> thread.goOn(restored, forgotten::without));
    return restored;
  }
}
