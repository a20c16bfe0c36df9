package org.ftmpj.agent.flight;

import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.Outside;

/** A rank whose doings are events of the flight recorder, docs/metrics.md. */
public final class Flight {
  private Flight() {}

  /**
   * The session of a rank; its parts are those of any rank, with events around them.
   *
   * @throws FtmpjException {@code BAD_OPTIONS} if this Java has no flight recorder
   */
  public static RankSession session(
      Interconnect interconnect,
      EventLog log,
      Outside outside,
      Receptions receptions,
      int incarnation) {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS, "jfr=true needs the module jdk.jfr, which this Java lacks");
    }
    return new RankSession(
        new FlightInterconnect(interconnect),
        new FlightEventLog(log),
        new FlightOutside(outside, incarnation),
        receptions);
  }
}
