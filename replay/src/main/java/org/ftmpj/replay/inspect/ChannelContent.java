package org.ftmpj.replay.inspect;

import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.CheckpointRetention;
import org.ftmpj.transport.channel.MessageRetention;
import org.ftmpj.transport.channel.RecordedChannel;

/**
 * The content of a channel log.
 *
 * @param removed removed messages, which no checkpoint needs
 * @param bytes of payload
 * @param synchronous messages whose sender waited for the match
 * @param marks of matched messages of the opposite channel
 * @param incarnation the newest one that has written
 * @param damage the reason why it cannot be read to its end; empty if it can
 */
public record ChannelContent(
    int source,
    int destination,
    long removed,
    long messages,
    long bytes,
    long synchronous,
    long marks,
    int incarnation,
    Optional<FtmpjException> damage) {

  /** The most attempts to read a log that is written, from which more may be removed meanwhile. */
  private static final int ATTEMPTS = 3;

  /**
   * Reads a channel log.
   *
   * @param size the number of all ranks of the job
   */
  static ChannelContent of(JobLayout layout, int source, int destination, int size) {
    ChannelContent content = read(layout, source, destination, size);
    for (int again = 1; again < ATTEMPTS && content.wasRemoved(); again++) {
      content = read(layout, source, destination, size);
    }
    return content;
  }

  private boolean wasRemoved() {
    return damage.map(FtmpjException::code).equals(Optional.of(ErrorCode.LOG_DROPPED));
  }

  private static ChannelContent read(JobLayout layout, int source, int destination, int size) {
    long removed = 0;
    long messages = 0;
    long bytes = 0;
    long synchronous = 0;
    long marks = 0;
    int incarnation = 0;
    FtmpjException damage = null;
    MessageRetention needed = new CheckpointRetention(layout, source, size);
    try (RecordedChannel channel =
        RecordedChannel.left(layout, source, destination, needed.from(destination))) {
      removed = channel.removed();
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
        removed,
        messages,
        bytes,
        synchronous,
        marks,
        incarnation,
        Optional.ofNullable(damage));
  }
}
