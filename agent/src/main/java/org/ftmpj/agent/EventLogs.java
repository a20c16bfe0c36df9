package org.ftmpj.agent;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.logger.client.NoticesOfHost;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.supervisor.job.LoggerAddress;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.Retention;
import org.ftmpj.transport.journal.SegmentRules;

/** The event log that belongs to the durability level. */
final class EventLogs {
  private EventLogs() {}

  /**
   * @param needed of the determinants; the others are dropped
   * @throws FtmpjException {@code BAD_OPTIONS} if the level needs an option that is not set, {@code
   *     CANNOT_START} if the job's event logger does not listen, {@code WRONG_SECRET} if the job's
   *     secret cannot be read
   */
  static EventLog open(Configuration configuration, Place place, Retention needed) {
    return switch (configuration.get(Options.DURABILITY)) {
      case PROCESS ->
          new MappedEventLog(
              place.layout().determinants(place.rank()),
              place.incarnation(),
              configuration.get(Options.EDGE) == Durability.PROCESS ? null : stamps(place),
              SegmentRules.usual(needed));
      case HOST -> remote(host(configuration, place), place, needed);
      case QUORUM -> remote(configuration.get(Options.LOGGERS), place, needed);
    };
  }

  private static LongSupplier stamps(Place place) {
    return ControlBlock.open(place.layout().control())::takeStamp;
  }

  private static EventLog remote(Loggers loggers, Place place, Retention needed) {
    JobLayout layout = place.layout();
    Incarnation rank = new Incarnation(place.job().name(), place.rank(), place.incarnation());
    return JobLoggers.of(layout, loggers).log(rank, new NoticesOfHost(layout), needed);
  }

  /** The event logger at level host. A rank without a supervisor tells it that the job begins. */
  private static Loggers host(Configuration configuration, Place place) {
    Loggers only = Loggers.of(List.of(logger(configuration, place)));
    if (!configuration.get(Options.SUPERVISED) && place.incarnation() == 1) {
      try {
        NewJob.enrol(JobLoggers.of(place.layout(), only), place.job().name(), known -> {});
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
    return only;
  }

  private static FtmpjException interrupted(InterruptedException e) {
    return new FtmpjException(ErrorCode.JOB_STOPPED, "the start of the rank was interrupted", e);
  }

  /** The launcher starts its own event logger and the ranks at the same time. */
  private static HostPort logger(Configuration configuration, Place place) {
    Optional<HostPort> known = configuration.find(Options.LOGGER);
    if (known.isEmpty() && !configuration.get(Options.SUPERVISED)) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS, "durability = host needs option logger (FT_LOGGER)");
    }
    try {
      return known.isPresent() ? known.get() : LoggerAddress.await(place.layout());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }
}
