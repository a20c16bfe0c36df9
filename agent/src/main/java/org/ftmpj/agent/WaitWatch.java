package org.ftmpj.agent;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.protocol.report.LongWait;
import org.ftmpj.protocol.report.WaitReports;
import org.ftmpj.supervisor.record.WaitsRecord;

/**
 * Writes to the job's directory what this rank waits for, once it has done so for about a second.
 * Asks once a second; the program need not do anything for it before. Has a thread of its own.
 */
final class WaitWatch {
  private static final long BETWEEN_QUESTIONS_NS = TimeUnit.MILLISECONDS.toNanos(600);

  /** Much longer than a thread that waits for a message may sleep. */
  private static final long TO_ANSWER_NS = TimeUnit.MILLISECONDS.toNanos(400);

  private final Place place;
  private final WaitReports messages;
  private final GateWaits gate;
  private final AfterFinalize afterFinalize;
  private final Diagnostics diagnostics;
  private List<LongWait> written = List.of();

  WaitWatch(
      Place place,
      WaitReports messages,
      GateWaits gate,
      AfterFinalize afterFinalize,
      Diagnostics diagnostics) {
    this.afterFinalize = afterFinalize;
    this.place = place;
    this.messages = messages;
    this.gate = gate;
    this.diagnostics = diagnostics;
  }

  void start() {
    OwnThreads.all().start("ftmpj waits", this::run);
  }

  private void run() {
    try {
      while (true) {
        pause(BETWEEN_QUESTIONS_NS);
        messages.ask(System.nanoTime());
        Optional<LongWait> atGate = gate.longWait();
        pause(TO_ANSWER_NS);
        List<LongWait> waits = messages.answers();
        show(Stream.concat(waits.stream(), atGate.stream()).toList());
        afterFinalize.look(waits);
      }
    } catch (FtmpjException e) {
      diagnostics.say(
          LogLevel.INFO, "what this rank waits for is not shown any more: " + e.getMessage());
    }
  }

  /** A program may interrupt every thread that it finds. */
  private static void pause(long ns) {
    long startNs = System.nanoTime();
    for (long leftNs = ns; leftNs > 0; leftNs = ns - (System.nanoTime() - startNs)) {
      LockSupport.parkNanos(leftNs);
      Thread.interrupted();
    }
  }

  private void show(List<LongWait> waits) {
    if (!waits.equals(written)) {
      new WaitsRecord(place.incarnation(), waits.stream().map(WaitWatch::record).toList())
          .write(file());
      written = waits;
    }
  }

  private Path file() {
    return place.layout().waits(place.rank());
  }

  private static WaitsRecord.Wait record(LongWait wait) {
    Instant since = Instant.now().minusNanos(System.nanoTime() - wait.sinceNs());
    return new WaitsRecord.Wait(since, wait.thread(), wait.what(), wait.place());
  }
}
