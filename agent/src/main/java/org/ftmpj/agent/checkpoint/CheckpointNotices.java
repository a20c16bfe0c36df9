package org.ftmpj.agent.checkpoint;

import java.util.concurrent.TimeUnit;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.Place;
import org.ftmpj.agent.process.ReportedOnce;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;

/** The notices to the user about a rank's checkpoints. */
final class CheckpointNotices {
  private final Place place;
  private final CheckpointStore store;
  private final Diagnostics diagnostics;

  CheckpointNotices(Place place, CheckpointStore store, Diagnostics diagnostics) {
    this.place = place;
    this.store = store;
    this.diagnostics = diagnostics;
  }

  void taken(Last checkpoint) {
    diagnostics.say(
        LogLevel.INFO,
        "checkpoint of "
            + checkpoint.bytes()
            + " bytes in "
            + TimeUnit.NANOSECONDS.toMicros(checkpoint.pauseNs())
            + " us, on the disk after "
            + TimeUnit.NANOSECONDS.toMicros(checkpoint.durableNs())
            + " us");
  }

  /** Notice that heap and statics of the program have been filled from an image. */
  void restored(long ns) {
    diagnostics.say(
        LogLevel.INFO,
        "restored from its checkpoint in " + TimeUnit.NANOSECONDS.toMicros(ns) + " us");
  }

  /** Notice that the program has restored the state that it had saved itself. */
  void restoredByProgram(long ns) {
    diagnostics.say(
        LogLevel.INFO,
        "the program took "
            + TimeUnit.NANOSECONDS.toMicros(ns)
            + " us to restore what it had saved");
  }

  /** Given once, whichever incarnation it is. */
  void refused(String why) {
    refused("checkpoint-", why);
  }

  /** Notice that main makes no call of MPI, also given once. */
  void silent(String why) {
    refused("checkpoint-silent-", why);
  }

  private void refused(String told, String why) {
    boolean first = new ReportedOnce(place.layout().reported()).isFirst(told + place.rank());
    diagnostics.say(
        first ? LogLevel.WARN : LogLevel.INFO,
        "no checkpoint can be taken: "
            + why
            + "; it is tried again, and until then a restart repeats everything since "
            + (store.all().isEmpty() ? "the beginning of the program" : "the last checkpoint"));
  }

  /** Notice that the logs continue to grow until the next one. */
  void notPruned(FtmpjException why) {
    diagnostics.say(
        LogLevel.WARN,
        "the logs are not pruned, for the older checkpoint cannot be read: " + why.getMessage());
  }

  /** Trace of an attempt that failed by an exception without a message for users. */
  void unexpected(Throwable thrown) {
    diagnostics.trace(LogLevel.INFO, thrown);
  }
}
