package org.ftmpj.hostd.job;

import org.ftmpj.network.PathCounters;

/** What has happened on a path, in a message. */
final class PathFigures {
  private PathFigures() {}

  static void write(MessageWriter to, PathCounters path) {
    to.number(path.peer()).number(path.path()).number(path.sent()).number(path.received());
    to.number(path.retransmitted()).number(path.corrupt()).number(path.fenced());
    to.number(path.duplicates()).number(path.refused()).number(path.bytes());
    to.number(path.connections()).number(path.left()).number(path.taken());
    to.flag(path.live()).number(path.roundTripNs());
  }

  static PathCounters read(MessageReader from) {
    return new PathCounters(
        from.integer(),
        from.integer(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.flag(),
        from.number());
  }
}
