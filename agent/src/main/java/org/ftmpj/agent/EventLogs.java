package org.ftmpj.agent;

import java.io.IOException;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Secret;
import org.ftmpj.protocol.config.Configuration;
import org.ftmpj.protocol.config.HostPort;
import org.ftmpj.protocol.config.Options;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.event.EventLog;

/** The event log that belongs to the durability level. */
final class EventLogs {
  private EventLogs() {}

  /**
   * @throws FtmpjException {@code BAD_OPTIONS} if the level needs an option that is not set, {@code
   *     WRONG_SECRET} if the job's secret cannot be read
   */
  static EventLog open(Configuration configuration, Place place) {
    return switch (configuration.get(Options.DURABILITY)) {
      case PROCESS ->
          new MappedEventLog(place.layout().determinants(place.rank()), place.incarnation());
      case HOST -> remote(logger(configuration), place);
    };
  }

  private static EventLog remote(HostPort logger, Place place) {
    String job = place.layout().name();
    return new RemoteEventLog(
        new RemoteEventLog.Settings(
            logger.host(),
            logger.port(),
            secret(place),
            new Incarnation(job, place.rank(), place.incarnation())));
  }

  private static HostPort logger(Configuration configuration) {
    return configuration
        .find(Options.LOGGER)
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.BAD_OPTIONS, "durability = host needs option logger (FT_LOGGER)"));
  }

  private static Secret secret(Place place) {
    try {
      return Secret.read(place.layout().secret());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the job's secret cannot be read (" + e + ")", e);
    }
  }
}
