package org.ftmpj.replay.inspect;

import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.RecordedChannel;

/**
 * What a channel log holds.
 *
 * @param bytes of payload
 * @param synchronous messages whose sender waited for the match
 * @param marks of matched messages of the opposite channel
 * @param incarnation the newest that has written
 * @param damage why it cannot be read to its end; empty if it can
 */
public record ChannelContent(
    int source,
    int destination,
    long messages,
    long bytes,
    long synchronous,
    long marks,
    int incarnation,
    Optional<FtmpjException> damage) {

  static ChannelContent of(JobLayout layout, int source, int destination) {
    long messages = 0;
    long bytes = 0;
    long synchronous = 0;
    long marks = 0;
    int incarnation = 0;
    FtmpjException damage = null;
    try (RecordedChannel channel = new RecordedChannel(layout, source, destination)) {
      for (Arrival next = channel.next(); next != null; next = channel.next()) {
        incarnation = channel.incarnation();
        if (next instanceof Arrival.Message message) {
          messages++;
          bytes += message.envelope().length();
          synchronous += message.envelope().synchronous() ? 1 : 0;
        } else {
          marks++;
        }
      }
    } catch (FtmpjException e) {
      damage = e;
    }
    return new ChannelContent(
        source,
        destination,
        messages,
        bytes,
        synchronous,
        marks,
        incarnation,
        Optional.ofNullable(damage));
  }
}
