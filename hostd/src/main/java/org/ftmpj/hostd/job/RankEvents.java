package org.ftmpj.hostd.job;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.supervisor.rank.ProcessStatus;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.record.RecoveryReport;

/** What happens to ranks, in messages. Times are of the clock of the host that sends them. */
final class RankEvents {
  private RankEvents() {}

  static void write(MessageWriter to, RankEvent event) {
    if (event instanceof RankEvent.Started started) {
      to.small(1).number(started.incarnation()).number(started.pid());
      write(to, started.when());
    } else if (event instanceof RankEvent.Died died) {
      to.small(2).number(died.incarnation()).number(died.status().value());
      to.text(died.status().cause()).optional(died.report());
      write(to, died.noticed());
      write(to, died.pause());
    } else if (event instanceof RankEvent.Recovering recovering) {
      to.small(3).number(recovering.incarnation()).number(recovering.repeated());
      to.number(recovering.farthest());
    } else if (event instanceof RankEvent.OrphansKilled orphans) {
      to.small(4).number(orphans.incarnation()).texts(orphans.processes());
    } else if (event instanceof RankEvent.Recovered recovered) {
      write(to.small(5), recovered.report());
      write(to, recovered.when());
      write(to, recovered.sinceDeath());
    } else if (event instanceof RankEvent.Ended ended) {
      write(to.small(6).number(ended.incarnation()), ended.outcome());
      write(to, ended.when());
    }
  }

  private static void write(MessageWriter to, RecoveryReport report) {
    to.number(report.rank()).number(report.incarnation()).number(report.determinants());
    to.number(report.messages()).number(report.sendsDropped());
    to.number(report.outputBytesDropped()).number(report.milliseconds());
    to.flag(report.checkpoint().isPresent());
    report.checkpoint().ifPresent(when -> write(to, when));
  }

  private static void write(MessageWriter to, RankOutcome outcome) {
    if (outcome instanceof RankOutcome.Finished finished) {
      to.small(1).number(finished.code()).text(finished.cause());
    } else if (outcome instanceof RankOutcome.FailStopped stopped) {
      to.small(2).text(stopped.code().name()).text(stopped.message());
    } else if (outcome instanceof RankOutcome.Stopped) {
      to.small(3);
    }
  }

  private static void write(MessageWriter to, Instant when) {
    to.number(when.getEpochSecond()).number(when.getNano());
  }

  private static void write(MessageWriter to, Duration duration) {
    to.number(duration.toNanos());
  }

  static RankEvent read(MessageReader from) {
    int kind = from.small();
    return switch (kind) {
      case 1 -> new RankEvent.Started(from.integer(), from.number(), readInstant(from));
      case 2 ->
          new RankEvent.Died(
              from.integer(),
              new ProcessStatus(from.integer(), from.text()),
              from.optional().map(Path::of),
              readInstant(from),
              readDuration(from));
      case 3 -> new RankEvent.Recovering(from.integer(), from.number(), from.number());
      case 4 -> new RankEvent.OrphansKilled(from.integer(), from.texts());
      case 5 -> new RankEvent.Recovered(readReport(from), readInstant(from), readDuration(from));
      case 6 -> new RankEvent.Ended(from.integer(), readOutcome(from), readInstant(from));
      default -> throw new IllegalArgumentException("unknown event " + kind);
    };
  }

  private static RecoveryReport readReport(MessageReader from) {
    return new RecoveryReport(
        from.integer(),
        from.integer(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.number(),
        from.flag() ? Optional.of(readInstant(from)) : Optional.empty());
  }

  private static RankOutcome readOutcome(MessageReader from) {
    int kind = from.small();
    return switch (kind) {
      case 1 -> new RankOutcome.Finished(from.integer(), from.text());
      case 2 -> new RankOutcome.FailStopped(from.constant(ErrorCode.class), from.text());
      case 3 -> new RankOutcome.Stopped();
      default -> throw new IllegalArgumentException("unknown outcome " + kind);
    };
  }

  private static Instant readInstant(MessageReader from) {
    return Instant.ofEpochSecond(from.number(), from.number());
  }

  private static Duration readDuration(MessageReader from) {
    return Duration.ofNanos(from.number());
  }
}
