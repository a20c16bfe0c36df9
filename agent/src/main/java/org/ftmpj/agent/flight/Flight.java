package org.ftmpj.agent.flight;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.replay.RankListener;

/** The parts of a rank whose doings are events of the flight recorder, docs/metrics.md. */
public final class Flight {
  private Flight() {}

  /**
   * Requires a flight recorder.
   *
   * @throws FtmpjException {@code BAD_OPTIONS} if this Java has none
   */
  public static void require() {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS, "jfr=true needs the module jdk.jfr, which this Java lacks");
    }
  }

  /** Channel logs that write events. */
  public static RestorableInterconnect around(RestorableInterconnect interconnect) {
    return new FlightInterconnect(interconnect);
  }

  /** Adds events of the waits to an event log. */
  public static EventLog around(EventLog log) {
    return new FlightEventLog(log);
  }

  /** Adds an event of the recovery. */
  public static RankListener around(RankListener outside, int incarnation) {
    return new FlightRankListener(outside, incarnation);
  }
}
