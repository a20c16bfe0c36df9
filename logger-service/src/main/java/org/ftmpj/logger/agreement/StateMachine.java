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
 * The state of one job, changed by requests only: all who apply the same requests in the same order
 * have the same state. A repeated request is answered again, and changes nothing. One thread.
 *
 * <p>Accepted requests have to be remembered only until the next claim: after that no earlier
 * request is accepted.
 */
public final class StateMachine {
  /** The most bytes of notes and counters together. */
  public static final int MOST_BYTES = 1 << 20;

  /**
   * The most clients that are remembered: under one term there are two, the one that claimed it and
   * the coordinator.
   */
  private static final int MOST_CLIENTS = 16;

  /** The last accepted request of a client, and the number that it was given, or 0. */
  private record Applied(long number, int given) {}

  private AgreedState state = AgreedState.NONE;
  private final Map<Long, Applied> applied = new LinkedHashMap<>();

  /** The present state. */
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

  /**
   * Answers a request that was accepted before. A client waits for the answer to its last request
   * only.
   */
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

  /** Whether a state is within the bounds. */
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
   * Returns the whole state. Big-endian:
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
   * Restores a snapshot; a damaged one changes nothing.
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
