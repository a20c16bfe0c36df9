package org.ftmpj.hostd.job;

import java.util.Optional;
import org.ftmpj.common.config.HostPort;

/**
 * What the launcher tells a host's daemon, in this order: {@link Order}; {@link Start} when every
 * host is ready; {@link Input} whenever it is asked for; {@link Stop} when the job's end is known;
 * {@link Leave} when no rank is left anywhere.
 *
 * <p>In a message a byte for the kind stands first.
 */
public sealed interface ToHost {

  /** What to do; nothing is started yet. */
  record Order(JobOrder order) implements ToHost {}

  /**
   * Start the ranks.
   *
   * @param logger the event logger, at level {@code host}
   */
  record Start(Optional<HostPort> logger) implements ToHost {}

  /**
   * The next piece of the job's standard input.
   *
   * @param text empty at its end
   */
  record Input(byte[] text) implements ToHost {}

  /**
   * Stop the ranks.
   *
   * @param why in words
   */
  record Stop(String why) implements ToHost {}

  /**
   * Remove what is left of the job here.
   *
   * @param keep whether it stays instead
   * @param ending how the job ended, in words
   */
  record Leave(boolean keep, String ending) implements ToHost {}

  /** As it is sent. */
  static byte[] encode(ToHost message) {
    MessageWriter to = new MessageWriter();
    if (message instanceof Order order) {
      order.order.write(to.small(1));
    } else if (message instanceof Start start) {
      to.small(2).optional(start.logger.map(HostPort::toString));
    } else if (message instanceof Input input) {
      to.small(3).bytes(input.text);
    } else if (message instanceof Stop stop) {
      to.small(4).text(stop.why);
    } else if (message instanceof Leave leave) {
      to.small(5).flag(leave.keep).text(leave.ending);
    }
    return to.written();
  }

  /**
   * What was sent.
   *
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION if it is nothing of this
   */
  static ToHost decode(byte[] message) {
    return MessageReader.read(message, ToHost::read);
  }

  private static ToHost read(MessageReader from) {
    int kind = from.small();
    return switch (kind) {
      case 1 -> new Order(JobOrder.read(from));
      case 2 -> new Start(from.optional().map(HostPort::parse));
      case 3 -> new Input(from.bytes());
      case 4 -> new Stop(from.text());
      case 5 -> new Leave(from.flag(), from.text());
      default -> throw new IllegalArgumentException("unknown kind " + kind);
    };
  }
}
