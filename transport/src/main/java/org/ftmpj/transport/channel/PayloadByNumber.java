package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;

/**
 * The payload of a message of a checkpoint of another host, found by its number in the log of this
 * one. One thread.
 *
 * <p>Methods throw {@link FtmpjException}: {@code LOG_CORRUPT}, {@code LOG_VERSION}; {@code
 * DIVERGED} if that message is another one here.
 */
public final class PayloadByNumber implements AutoCloseable {
  private final Arrival.Message wanted;
  private final RecordedChannel log;

  /**
   * @param message its digest is set if the checkpoint does not have it
   */
  public PayloadByNumber(JobLayout layout, int rank, Arrival.Message message) {
    wanted = message;
    log = RecordedChannel.passingOver(layout, message.source(), rank, message.sequence() - 1);
  }

  /**
   * Copies the payload if the log has it by now.
   *
   * @return false if not; it may be there later
   */
  public boolean copy(ByteBuffer fixed, byte[] dynamic) {
    for (Arrival next = log.next(); next != null; next = log.next()) {
      if (next instanceof Arrival.Message message && message.sequence() == wanted.sequence()) {
        requireSame(message);
        log.copy(message, fixed, dynamic);
        return true;
      }
    }
    return false;
  }

  private void requireSame(Arrival.Message found) {
    Envelope envelope = wanted.envelope();
    if (envelope.digest() == 0) {
      // It was begun when the checkpoint was taken, before its payload was written.
      envelope.digest(found.envelope().digest());
    }
    if (!envelope.equals(found.envelope())) {
      throw new FtmpjException(
          ErrorCode.DIVERGED,
          "rank %d, which is repeated on another host, has sent %s; a checkpoint of its receiver has %s"
              .formatted(wanted.source(), found, wanted));
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
