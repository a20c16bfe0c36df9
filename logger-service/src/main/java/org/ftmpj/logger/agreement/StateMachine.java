package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ftmpj.logger.agreement.Command.Claim;
import org.ftmpj.logger.agreement.Command.End;
import org.ftmpj.logger.agreement.Command.Next;
import org.ftmpj.logger.agreement.Command.Read;
import org.ftmpj.logger.agreement.Command.Update;

/**
 * The state of one job, changed by requests only: who applies the same ones in the same order has
 * the same state. A request that comes again is answered again, and changes nothing. One thread.
 *
 * <p>What was accepted has to be remembered only until the next claim: after that no request that
 * was sent before is accepted.
 */
public final class StateMachine {
  /** Bytes that notes and counters take at most; more is not accepted. */
  public static final int MOST_BYTES = 1 << 20;

  /** Clients that are remembered: under one term there are two, who claimed it and who has it. */
  private static final int MOST_CLIENTS = 16;

  /** The last request of a client that was accepted, and which number it was given, or 0. */
  private record Applied(long number, int given) {}

  private AgreedState state = AgreedState.NONE;
  private final Map<Long, Applied> applied = new LinkedHashMap<>();

  /** The state now. */
  public AgreedState state() {
    return state;
  }

  /** Carries out a request, if it is acceptable. */
  public Answer apply(Request request) {
    Applied before = applied.get(request.client());
    if (before != null && request.number() <= before.number() && !isRead(request)) {
      return again(request, before);
    }
    AgreedState next = next(request.command());
    if (next == null) {
      return new Answer(false, state);
    }
    if (!isRead(request)) {
      if (request.command() instanceof Claim) {
        applied.clear();
      }
      remember(request, next);
    }
    state = next;
    return new Answer(true, state);
  }

  private static boolean isRead(Request request) {
    return request.command() instanceof Read;
  }

  /** The answer to what was accepted already; what is older than that nobody waits for. */
  private Answer again(Request request, Applied before) {
    boolean isLast = request.number() == before.number();
    if (isLast && request.command() instanceof Next next && state.term() == next.term()) {
      return new Answer(true, state.with(next.counter(), before.given()));
    }
    return new Answer(isLast, state);
  }

  /** The state after a command; null if it is refused. */
  private AgreedState next(Command command) {
    if (command instanceof Read) {
      return state;
    }
    if (state.ended() || state.term() != command.term()) {
      return null;
    }
    AgreedState next;
    if (command instanceof Claim claim) {
      AgreedState claimed =
          new AgreedState(state.term() + 1, state.notes(), state.counters(), false);
      next = claimed.with(claim.notes());
    } else if (command instanceof Update update) {
      next = state.with(update.notes());
    } else if (command instanceof Next wanted) {
      int value = Math.max(state.counter(wanted.counter()) + 1, wanted.atLeast());
      next = state.with(wanted.counter(), value);
    } else if (command instanceof End) {
      next =
          new AgreedState(
              state.term(), AgreedState.NONE.notes(), AgreedState.NONE.counters(), true);
    } else {
      throw new IllegalStateException("No command is " + command);
    }
    return fits(next) ? next : null;
  }

  /** Whether that much can be kept. */
  private static boolean fits(AgreedState next) {
    return next.length() <= MOST_BYTES
        && next.notes().size() <= Fields.MOST
        && next.counters().size() <= Fields.MOST;
  }

  private void remember(Request request, AgreedState next) {
    int given = request.command() instanceof Next wanted ? next.counter(wanted.counter()) : 0;
    applied.remove(request.client());
    applied.put(request.client(), new Applied(request.number(), given));
    if (applied.size() > MOST_CLIENTS) {
      applied.remove(applied.keySet().iterator().next());
    }
  }

  /**
   * All of it. Big-endian:
   *
   * <pre>
   *  0  u8   version, 1
   *  1       the {@link AgreedState}
   *     i32  number of clients, then each: i64 client, i64 number, i32 given
   * </pre>
   */
  public byte[] snapshot() {
    int each = 2 * Long.BYTES + Integer.BYTES;
    ByteBuffer to = Fields.begin(state.length() + Integer.BYTES + applied.size() * each);
    state.encode(to);
    to.putInt(applied.size());
    applied.forEach(
        (client, last) -> to.putLong(client).putLong(last.number()).putInt(last.given()));
    return to.array();
  }

  /**
   * Goes on from a snapshot; nothing has changed if it is damaged.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  public void restore(byte[] snapshot) {
    Map<Long, Applied> clients = new LinkedHashMap<>();
    state =
        Fields.decode(
            "A snapshot",
            snapshot,
            from -> {
              AgreedState restored = AgreedState.decode(from);
              for (int left = Fields.count(from); left > 0; left--) {
                clients.put(from.getLong(), new Applied(from.getLong(), from.getInt()));
              }
              return restored;
            });
    applied.clear();
    applied.putAll(clients);
  }
}
