package org.ftmpj.mpjrun;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.hostd.logs.RankEndpoint;

/**
 * What the leader of a host tells those of the others. Little-endian:
 *
 * <pre>
 * 0  u8  version, 2
 * 1  u8  kind: 1 ENDED, 2 OVER, 3 LOGGER, 4 ENDPOINTS
 * 2      OVER: i32 exit code, u8 1 if FTMPJ could not go on; LOGGER: host and port as text;
 *        ENDPOINTS: i32 rank, i32 incarnation, i32 port, of each
 * </pre>
 */
sealed interface LeaderMessage {
  int VERSION = 2;

  /** Bytes of an endpoint. */
  int ENDPOINT = 3 * Integer.BYTES;

  /** All ranks of the host have ended with 0. */
  record Ended() implements LeaderMessage {}

  /**
   * The job is over; the last message.
   *
   * @param code 0 only when all hosts have said {@link Ended}
   * @param failed whether FTMPJ could not go on
   */
  record Over(int code, boolean failed) implements LeaderMessage {}

  /** Where the job's event logger listens. */
  record Logger(HostPort address) implements LeaderMessage {}

  /** The endpoints of ranks of the sending host that have changed. */
  record Endpoints(List<RankEndpoint> all) implements LeaderMessage {
    public Endpoints {
      all = List.copyOf(all);
    }
  }

  /** The bytes of it. */
  default byte[] encode() {
    if (this instanceof Over over) {
      return bytes(2, Integer.BYTES + 1)
          .putInt(over.code())
          .put((byte) (over.failed() ? 1 : 0))
          .array();
    }
    if (this instanceof Logger logger) {
      byte[] text = logger.address().toString().getBytes(UTF_8);
      return bytes(3, text.length).put(text).array();
    }
    if (this instanceof Endpoints endpoints) {
      ByteBuffer to = bytes(4, ENDPOINT * endpoints.all().size());
      endpoints
          .all()
          .forEach(one -> to.putInt(one.rank()).putInt(one.incarnation()).putInt(one.port()));
      return to.array();
    }
    return bytes(1, 0).array();
  }

  private static ByteBuffer bytes(int kind, int length) {
    return ByteBuffer.allocate(2 + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) VERSION)
        .put((byte) kind);
  }

  /**
   * Reads it, to the buffer's limit.
   *
   * @throws IllegalArgumentException if it is none
   */
  static LeaderMessage decode(ByteBuffer content) {
    ByteBuffer from = content.order(ByteOrder.LITTLE_ENDIAN);
    try {
      int version = from.get();
      if (version != VERSION) {
        throw new IllegalArgumentException("version " + version + " of messages between leaders");
      }
      LeaderMessage message = decode(from.get(), from);
      if (from.hasRemaining()) {
        throw new IllegalArgumentException(message + ", and " + from.remaining() + " bytes more");
      }
      return message;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a message between leaders is too short", e);
    }
  }

  private static LeaderMessage decode(int kind, ByteBuffer from) {
    return switch (kind) {
      case 1 -> new Ended();
      case 2 -> new Over(from.getInt(), from.get() != 0);
      case 3 -> {
        byte[] text = new byte[from.remaining()];
        from.get(text);
        yield new Logger(HostPort.parse(new String(text, UTF_8)));
      }
      case 4 -> {
        List<RankEndpoint> all = new ArrayList<>();
        while (from.hasRemaining()) {
          all.add(new RankEndpoint(from.getInt(), from.getInt(), from.getInt()));
        }
        yield new Endpoints(all);
      }
      default -> throw new IllegalArgumentException("unknown message between leaders: " + kind);
    };
  }
}
