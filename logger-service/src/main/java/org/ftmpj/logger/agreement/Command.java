package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A command of a coordinator, or of a process that wants to be it, to the event loggers of its job.
 * Big-endian:
 *
 * <pre>
 *  0  u8   1 claim, 2 update, 3 next, 4 end, 5 read
 *  1  i64  the term; 0 in a read
 *  9       claim, update: the notes as in {@link AgreedState}
 *          next: u16 length of the counter's name, name, i32 at least
 * </pre>
 */
public sealed interface Command {

  /**
   * The term of the command: for a claim the one before it, for all others that of the coordinator.
   */
  long term();

  /**
   * A claim to be the coordinator after that of a term: accepted if that term is the newest, and
   * the job has not ended. The new term is the next one.
   *
   * @param notes notes that are changed at once; an empty one removes
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
   * A change of notes: accepted from the coordinator of the newest term.
   *
   * @param notes by name; an empty one removes
   */
  record Update(long term, Map<String, byte[]> notes) implements Command {
    public Update {
      notes = checked(notes);
    }
  }

  /**
   * A request for the next number of a counter: one more than the last one, but not less than
   * {@code atLeast}. Accepted from the coordinator of the newest term.
   */
  record Next(long term, String counter, int atLeast) implements Command {
    public Next {
      Fields.requireName(counter);
    }
  }

  /** The end of the job for ever: accepted from the coordinator of the newest term. */
  record End(long term) implements Command {}

  /** A request for the state after all accepted commands. Always accepted. */
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
