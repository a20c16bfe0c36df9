package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a coordinator, or who wants to be it, asks the event loggers of its job. Big-endian:
 *
 * <pre>
 *  0  u8   1 claim, 2 update, 3 next, 4 end, 5 read
 *  1  i64  the term; 0 in a read
 *  9       claim, update: the notes as in {@link AgreedState}
 *          next: u16 length of the counter's name, name, i32 at least
 * </pre>
 */
public sealed interface Command {

  /** The term for which it is said: after which a claim is, under which all others are. */
  long term();

  /**
   * To be the coordinator after that of a term: accepted if that term is the newest, and the job
   * has not ended. The term then is the next one.
   *
   * @param notes what is noted at once; an empty one removes
   */
  record Claim(long after, Map<String, byte[]> notes) implements Command {
    public Claim {
      notes = checked(notes);
    }

    @Override
    public long term() {
      return after;
    }
  }

  /**
   * To note something: accepted from the coordinator of the newest term.
   *
   * @param notes by name; an empty one removes
   */
  record Update(long term, Map<String, byte[]> notes) implements Command {
    public Update {
      notes = checked(notes);
    }
  }

  /**
   * To be given the next number of a counter: one more than the last one, but not less than that.
   * Accepted from the coordinator of the newest term.
   */
  record Next(long term, String counter, int atLeast) implements Command {
    public Next {
      Fields.requireName(counter);
    }
  }

  /** To end the job for ever: accepted from the coordinator of the newest term. */
  record End(long term) implements Command {}

  /** To be told the state, as it is after all that was accepted before. Always accepted. */
  record Read() implements Command {
    @Override
    public long term() {
      return 0;
    }
  }

  private static Map<String, byte[]> checked(Map<String, byte[]> notes) {
    notes.keySet().forEach(Fields::requireName);
    return Collections.unmodifiableSortedMap(new TreeMap<>(notes));
  }

  /** Bytes that {@link #encode} writes. */
  default int length() {
    int more = 0;
    if (this instanceof Claim claim) {
      more = Fields.lengthOfNotes(claim.notes());
    } else if (this instanceof Update update) {
      more = Fields.lengthOfNotes(update.notes());
    } else if (this instanceof Next next) {
      more = Fields.lengthOfName(next.counter()) + Integer.BYTES;
    }
    return 1 + Long.BYTES + more;
  }

  /** Writes it at the buffer's position. */
  default void encode(ByteBuffer to) {
    if (this instanceof Claim claim) {
      to.put((byte) 1).putLong(term());
      Fields.putNotes(claim.notes(), to);
    } else if (this instanceof Update update) {
      to.put((byte) 2).putLong(term());
      Fields.putNotes(update.notes(), to);
    } else if (this instanceof Next next) {
      to.put((byte) 3).putLong(term());
      Fields.putName(next.counter(), to);
      to.putInt(next.atLeast());
    } else {
      to.put((byte) (this instanceof End ? 4 : 5)).putLong(term());
    }
  }

  /** Reads it at the buffer's position. */
  static Command decode(ByteBuffer from) {
    int kind = from.get();
    long term = from.getLong();
    return switch (kind) {
      case 1 -> new Claim(term, Fields.notes(from));
      case 2 -> new Update(term, Fields.notes(from));
      case 3 -> new Next(term, Fields.name(from), from.getInt());
      case 4 -> new End(term);
      case 5 -> new Read();
      default -> throw Fields.damaged("No command is of kind " + kind);
    };
  }
}
