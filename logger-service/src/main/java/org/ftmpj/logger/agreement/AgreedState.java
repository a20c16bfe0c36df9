package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state on which the event loggers of a job agree. Immutable, but for the bytes of the notes,
 * which are not to be changed. Big-endian:
 *
 * <pre>
 *  0  i64  term
 *  8  u8   1 if ended, else 0
 *  9  i32  number of notes, then each: u16 length of its name, name, i32 length, bytes
 *     i32  number of counters, then each: u16 length of its name, name, i32 value
 * </pre>
 *
 * @param term the term of the coordinator, from 1; 0 before the first one
 * @param notes notes of the coordinator for its successor, by plain names; the loggers do not
 *     interpret them
 * @param counters the last number given out of each counter
 * @param ended whether the job is over: nothing changes any more, notes and counters are gone
 */
public record AgreedState(
    long term,
    SortedMap<String, byte[]> notes,
    SortedMap<String, Integer> counters,
    boolean ended) {

  /** The state before the first coordinator. */
  public static final AgreedState NONE =
      new AgreedState(0, new TreeMap<>(), new TreeMap<>(), false);

  /** The state of a job that has ended and is forgotten. */
  public static final AgreedState ENDED =
      new AgreedState(0, new TreeMap<>(), new TreeMap<>(), true);

  public AgreedState {
    notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
    counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
  }

  /** The note of that name. */
  public Optional<byte[]> note(String name) {
    return Optional.ofNullable(notes.get(name));
  }

  /** The number given out last; 0 if none was. */
  public int counter(String name) {
    return counters.getOrDefault(name, 0);
  }

  /** Bytes that {@link #encode} writes. */
  public int length() {
    return Long.BYTES + 1 + Fields.lengthOfNotes(notes) + Fields.lengthOfCounters(counters);
  }

  void encode(ByteBuffer to) {
    to.putLong(term);
    to.put((byte) (ended ? 1 : 0));
    Fields.putNotes(notes, to);
    Fields.putCounters(counters, to);
  }

  static AgreedState decode(ByteBuffer from) {
    long term = from.getLong();
    boolean ended = Fields.flag(from);
    SortedMap<String, byte[]> notes = Fields.notes(from);
    return new AgreedState(term, notes, Fields.counters(from), ended);
  }

  /** Returns this state with these notes, too; an empty note removes the earlier one. */
  AgreedState with(Map<String, byte[]> changes) {
    SortedMap<String, byte[]> changed = new TreeMap<>(notes);
    changes.forEach(
        (name, bytes) -> {
          if (bytes.length == 0) {
            changed.remove(name);
          } else {
            changed.put(name, bytes);
          }
        });
    return new AgreedState(term, changed, counters, ended);
  }

  /** Returns this state with another value of a counter. */
  AgreedState with(String counter, int value) {
    SortedMap<String, Integer> changed = new TreeMap<>(counters);
    changed.put(counter, value);
    return new AgreedState(term, notes, changed, ended);
  }

  @Override
  public String toString() {
    return "term %d, notes %s, counters %s%s"
        .formatted(term, notes.keySet(), counters, ended ? ", ended" : "");
  }
}
