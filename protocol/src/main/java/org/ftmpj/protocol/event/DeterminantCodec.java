package org.ftmpj.protocol.event;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A record of the event log: the determinants that a rank made between two gates. Each record can
 * be decoded on its own.
 *
 * <pre>
 *  byte 0     version (high four bits, {@value #VERSION}), zero (low four bits)
 *  then, until the record ends, determinants:
 *  byte 0     kind (low four bits), step of the clock (high four bits)
 *             step of the clock, signed varint, if the four bits say {@value #FAR}
 *  Match    0 source varint, sequence varint
 *  Probe    1 source varint, sequence varint
 *  Deliver  2 number of completed requests varint, index of each varint
 *  NotYet   3 count varint
 *  Value    4 value kind, 1 byte; step of the value, signed varint
 *  Value    5 the same, then count varint
 *  Data     6 value kind, 1 byte; number of bytes varint; bytes
 *  Deliver  7 index of the only completed request varint
 *  Turn     8 thread varint, count varint
 * </pre>
 *
 * The clock steps from the last clock of the determinant before, a value from the last one of its
 * kind; both from 0 at the start of a record. A varint has seven bits a byte, the lowest first, the
 * high bit set in all but the last; a signed one has the sign in its lowest bit.
 *
 * <p>An object collects one record after the other. One thread.
 */
public final class DeterminantCodec {
  static final int VERSION = 2;

  private static final int MATCH = 0;
  private static final int PROBE = 1;
  private static final int DELIVER = 2;
  private static final int NOT_YET = 3;
  private static final int VALUE = 4;
  private static final int VALUE_RUN = 5;
  private static final int DATA = 6;
  private static final int DELIVER_ONE = 7;
  private static final int TURN = 8;

  /** A step of the clock that does not fit into four bits. */
  private static final int FAR = 15;

  /** An upper bound for the bytes of a determinant other than Deliver and Data. */
  private static final int FIXED_LIMIT = 40;

  private static final int LONGEST_INT = 5;
  private static final ValueKind[] KINDS = ValueKind.values();

  private final Steps steps = new Steps();
  private ByteBuffer record = ByteBuffer.allocate(256);

  /** Whether the record was taken, so that the next determinant begins a new one. */
  private boolean taken = true;

  /** The values that the next determinant of a record is encoded relative to. */
  private static final class Steps {
    private final long[] values = new long[KINDS.length];
    private long clock;

    void reset() {
      Arrays.fill(values, 0);
      clock = 0;
    }
  }

  /** Bytes of the record so far; 0 if it is empty. */
  public int length() {
    return taken ? 0 : record.position();
  }

  /** The determinants of the record so far. */
  public List<Determinant> determinants() {
    List<Determinant> all = new ArrayList<>();
    if (!taken) {
      decode(record.duplicate().flip(), all::add);
    }
    return List.copyOf(all);
  }

  /** Ends the record and returns it, from position to limit; valid until the next one begins. */
  public ByteBuffer take() {
    if (taken) {
      throw new IllegalStateException("The record is empty");
    }
    taken = true;
    return record.flip();
  }

  /** Adds a {@link Determinant.Match} to the record without creating the object. */
  public void addMatch(long clock, int source, long sequence) {
    reserve(FIXED_LIMIT);
    start(MATCH, clock, 1);
    putVarint(source);
    putVarint(sequence);
  }

  /** Adds a {@link Determinant.Deliver} of the first {@code count} of these indices. */
  public void addDeliver(long clock, int[] completed, int count) {
    reserve(FIXED_LIMIT + LONGEST_INT * count);
    if (count == 1) {
      start(DELIVER_ONE, clock, 1);
    } else {
      start(DELIVER, clock, 1);
      putVarint(count);
    }
    for (int i = 0; i < count; i++) {
      putVarint(completed[i]);
    }
  }

  /** Adds a {@link Determinant.Probe}. */
  public void addProbe(long clock, int source, long sequence) {
    reserve(FIXED_LIMIT);
    start(PROBE, clock, 1);
    putVarint(source);
    putVarint(sequence);
  }

  /** Adds a {@link Determinant.NotYet}. */
  public void addNotYet(long clock, long count) {
    reserve(FIXED_LIMIT);
    start(NOT_YET, clock, count);
    putVarint(count);
  }

  /** Adds a {@link Determinant.Turn}. */
  public void addTurn(long clock, int thread, long count) {
    reserve(FIXED_LIMIT);
    start(TURN, clock, 1);
    putVarint(thread);
    putVarint(count);
  }

  /** Adds a {@link Determinant.Value}. */
  public void addValue(long clock, ValueKind kind, long value, long count) {
    reserve(FIXED_LIMIT);
    int ordinal = kind.ordinal();
    start(count == 1 ? VALUE : VALUE_RUN, clock, count);
    record.put((byte) ordinal);
    putSigned(value - steps.values[ordinal]);
    steps.values[ordinal] = value;
    if (count != 1) {
      putVarint(count);
    }
  }

  /** Adds a {@link Determinant.Data}. */
  public void addData(long clock, ValueKind kind, byte[] bytes) {
    reserve(FIXED_LIMIT + bytes.length);
    start(DATA, clock, 1);
    record.put((byte) kind.ordinal());
    putVarint(bytes.length);
    record.put(bytes);
  }

  /** Adds a determinant to the record. */
  public void add(Determinant determinant) {
    if (determinant instanceof Determinant.Match m) {
      addMatch(m.clock(), m.source(), m.sequence());
    } else if (determinant instanceof Determinant.Probe p) {
      addProbe(p.clock(), p.source(), p.sequence());
    } else if (determinant instanceof Determinant.Deliver d) {
      addDeliver(d.clock(), d.completed(), d.completed().length);
    } else if (determinant instanceof Determinant.NotYet n) {
      addNotYet(n.clock(), n.count());
    } else if (determinant instanceof Determinant.Value v) {
      addValue(v.clock(), v.kind(), v.value(), v.count());
    } else if (determinant instanceof Determinant.Turn t) {
      addTurn(t.clock(), t.thread(), t.count());
    } else if (determinant instanceof Determinant.Data d) {
      addData(d.clock(), d.kind(), d.bytes());
    }
  }

  /** Makes room for the next determinant, and begins a record if there is none. */
  private void reserve(int length) {
    if (taken) {
      taken = false;
      record.clear();
      record.put((byte) (VERSION << 4));
      steps.reset();
    }
    if (record.remaining() < length) {
      ByteBuffer larger = ByteBuffer.allocate(2 * (record.position() + length));
      record = larger.put(record.flip());
    }
  }

  private void start(int kind, long clock, long count) {
    long step = clock - steps.clock;
    steps.clock = clock + count - 1;
    if (step >= 0 && step < FAR) {
      record.put((byte) (step << 4 | kind));
    } else {
      record.put((byte) (FAR << 4 | kind));
      putSigned(step);
    }
  }

  private void putSigned(long value) {
    putVarint(value << 1 ^ value >> 63);
  }

  private void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      record.put((byte) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    record.put((byte) rest);
  }

  /**
   * Reads a record from the buffer's position to its limit.
   *
   * @param to gets the determinants in order
   * @throws FtmpjException {@code LOG_VERSION} for another version, {@code LOG_CORRUPT} for
   *     anything else that cannot have been written here
   */
  public static void decode(ByteBuffer from, Consumer<Determinant> to) {
    try {
      int head = from.get() & 0xff;
      if (head >> 4 != VERSION) {
        throw new FtmpjException(
            ErrorCode.LOG_VERSION,
            "A record of determinants has version " + (head >> 4) + ", expected " + VERSION);
      }
      if ((head & 0xf) != 0 || !from.hasRemaining()) {
        throw corrupt("it begins with " + head + " and has " + from.remaining() + " more bytes");
      }
      Steps steps = new Steps();
      while (from.hasRemaining()) {
        to.accept(decode(from, steps));
      }
    } catch (BufferUnderflowException e) {
      throw corrupt("it ends too early");
    }
  }

  private static Determinant decode(ByteBuffer from, Steps steps) {
    int head = from.get() & 0xff;
    long clock = steps.clock + (head >> 4 == FAR ? getSigned(from) : head >> 4);
    Determinant determinant =
        switch (head & 0xf) {
          case MATCH -> new Determinant.Match(clock, getInt(from), getVarint(from));
          case PROBE -> new Determinant.Probe(clock, getInt(from), getVarint(from));
          case DELIVER -> new Determinant.Deliver(clock, indices(from, getInt(from)));
          case DELIVER_ONE -> new Determinant.Deliver(clock, indices(from, 1));
          case NOT_YET -> new Determinant.NotYet(clock, getCount(from));
          case VALUE -> value(from, steps, clock, false);
          case VALUE_RUN -> value(from, steps, clock, true);
          case DATA -> data(from, clock);
          case TURN -> new Determinant.Turn(clock, getInt(from), getCount(from));
          default -> throw corrupt("no kind " + (head & 0xf));
        };
    steps.clock = lastClock(determinant);
    return determinant;
  }

  private static long lastClock(Determinant determinant) {
    if (determinant instanceof Determinant.NotYet n) {
      return n.clock() + n.count() - 1;
    }
    return determinant instanceof Determinant.Value v
        ? v.clock() + v.count() - 1
        : determinant.clock();
  }

  private static int[] indices(ByteBuffer from, int number) {
    if (number > from.remaining()) {
      throw corrupt(number + " requests in " + from.remaining() + " bytes");
    }
    int[] completed = new int[number];
    for (int i = 0; i < number; i++) {
      completed[i] = getInt(from);
    }
    return completed;
  }

  private static Determinant.Value value(ByteBuffer from, Steps steps, long clock, boolean run) {
    ValueKind kind = kind(from);
    long value = steps.values[kind.ordinal()] + getSigned(from);
    steps.values[kind.ordinal()] = value;
    return new Determinant.Value(clock, kind, value, run ? getCount(from) : 1);
  }

  private static Determinant.Data data(ByteBuffer from, long clock) {
    ValueKind kind = kind(from);
    int length = getInt(from);
    if (length > from.remaining()) {
      throw corrupt(length + " bytes in " + from.remaining());
    }
    byte[] bytes = new byte[length];
    from.get(bytes);
    return new Determinant.Data(clock, kind, bytes);
  }

  private static ValueKind kind(ByteBuffer from) {
    int kind = from.get();
    if (kind < 0 || kind >= KINDS.length) {
      throw corrupt("no value kind " + kind);
    }
    return KINDS[kind];
  }

  private static long getSigned(ByteBuffer from) {
    long value = getVarint(from);
    return value >>> 1 ^ -(value & 1);
  }

  private static long getVarint(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = from.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw corrupt("a number has more than ten bytes");
  }

  private static long getCount(ByteBuffer from) {
    long count = getVarint(from);
    if (count < 1) {
      throw corrupt("a run of " + count);
    }
    return count;
  }

  private static int getInt(ByteBuffer from) {
    long value = getVarint(from);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw corrupt("a number is out of range: " + value);
    }
    return (int) value;
  }

  private static FtmpjException corrupt(String why) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "A record of determinants cannot be read: " + why);
  }
}
