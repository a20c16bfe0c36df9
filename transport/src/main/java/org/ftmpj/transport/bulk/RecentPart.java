package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * The recent part of a bulk log as its writer and archiver have it: memory in slots of {@link
 * BulkLog#SLOT} bytes, shared with readers, in a file; what is copied into it survives the process.
 * A slot holds that many bytes of the log until they are archived, and then the next ones: the slot
 * that became free last is taken first, for the processor's caches have it. Only when none is free
 * the file grows, up to the memory that it may have.
 */
final class RecentPart {
  /** Bytes of a file that get disk space at once, at first. */
  private static final int LEAST_ALLOCATED = 64 << 10;

  private static final byte[] ZEROS = new byte[LEAST_ALLOCATED];

  /** Slots, and what part of them, that are left free when others are kept. */
  private static final int LEAST_FREE = 2;

  private static final int SHARE_FREE = 4;

  private final BulkLog log;
  private final BulkState state;
  private final MappedByteBuffer[] slots = new MappedByteBuffer[BulkState.SLOTS];

  /** Those whose bytes are all archived. Guarded by itself, like {@link #slots}. */
  private final Deque<Integer> free = new ArrayDeque<>();

  /** How many slots the file has. */
  private int used;

  /** The slot that is being written, and which bytes of the log it holds; -1 before the first. */
  private MappedByteBuffer memory;

  private int current;
  private long number = -1;

  /** Bytes of that slot that have disk space, from its beginning on. */
  private int allocated;

  /** Where slots beyond the least are not taken if it gets scarce. */
  private final FreeSpace space;

  /** How many slots there may be; written once, by the writer or the archiver. */
  private volatile int most = BulkLog.LEAST_SLOTS;

  /** Whether that depends on the memory already. Guarded by {@link #free}. */
  private boolean asked;

  /** Opens what earlier writers have left. */
  RecentPart(BulkLog log, BulkState state) {
    this.log = log;
    this.state = state;
    this.space = FreeSpace.on(log.directory());
    long kept = number(state.archived());
    for (used = 0; used < BulkState.SLOTS && state.heldBy(used) != BulkState.NOTHING; used++) {
      if (state.heldBy(used) < kept) {
        free.push(used);
      }
    }
  }

  /** The number of the slotful with that position of the log. */
  static long number(long position) {
    return position / BulkLog.SLOT;
  }

  /** Where in its slot that position of the log is. */
  static int inSlot(long position) {
    return (int) (position % BulkLog.SLOT);
  }

  /** How many bytes there are from that position of the log to the end of its slot. */
  static int untilEnd(long position) {
    return BulkLog.SLOT - inSlot(position);
  }

  /** Maps a slot of a file that has it. */
  static MappedByteBuffer map(BulkLog log, int slot, boolean readOnly) throws IOException {
    try (FileChannel channel =
        readOnly
            ? BulkLog.open(log.recent(), StandardOpenOption.READ)
            : BulkLog.open(log.recent(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (readOnly && channel.size() < (slot + 1L) * BulkLog.SLOT) {
        throw new IOException(log.recent() + " has " + channel.size() + " bytes");
      }
      MapMode mode = readOnly ? MapMode.READ_ONLY : MapMode.READ_WRITE;
      return channel.map(mode, (long) slot * BulkLog.SLOT, BulkLog.SLOT);
    }
  }

  /** Whether {@link #enter} was called for that position. */
  boolean isIn(long position) {
    return number(position) == number;
  }

  /**
   * Makes a slot ready for that position of the log.
   *
   * @return false if there is no room before something is archived
   */
  boolean enter(long position) throws IOException {
    long wanted = number(position);
    int slot = state.slotOf(wanted);
    if (slot != BulkState.NO_SLOT) {
      allocated = allocatedByTheDead(wanted);
    } else {
      slot = take();
      if (slot == BulkState.NO_SLOT) {
        return false;
      }
      state.hold(slot, wanted);
    }
    current = slot;
    memory = mapped(slot);
    number = wanted;
    return true;
  }

  /** What a dead writer has not written may have no disk space. */
  private int allocatedByTheDead(long wanted) {
    long written = state.written();
    return number(written) == wanted
        ? (inSlot(written) + LEAST_ALLOCATED - 1) / LEAST_ALLOCATED * LEAST_ALLOCATED
        : 0;
  }

  private int take() throws IOException {
    synchronized (free) {
      if (!free.isEmpty()) {
        allocated = BulkLog.SLOT;
        return free.pop();
      }
    }
    if (used == BulkLog.LEAST_SLOTS) {
      askForMemory();
    }
    if (used >= most || used >= BulkLog.LEAST_SLOTS && !space.allows(2L * BulkLog.SLOT)) {
      return BulkState.NO_SLOT;
    }
    try (RandomAccessFile file = new RandomAccessFile(log.recent().toFile(), "rw")) {
      // A hole, for most jobs do not fill it.
      file.setLength((used + 1L) * BulkLog.SLOT);
    }
    allocated = 0;
    return used++;
  }

  /** It takes milliseconds, which short programs need not spend. */
  private void askForMemory() throws IOException {
    synchronized (free) {
      if (!asked) {
        most = LogMemory.slots();
        asked = true;
      }
    }
  }

  /**
   * How much of the log the memory can hold, and yet have room for what is written while some of it
   * is archived.
   */
  long bytesToKeep() throws IOException {
    askForMemory();
    return (long) (most - Math.max(LEAST_FREE, most / SHARE_FREE)) * BulkLog.SLOT;
  }

  /** Whether {@link #enter} would find a slot. */
  boolean hasFree() {
    synchronized (free) {
      return !free.isEmpty();
    }
  }

  /**
   * All is archived before that position of the log: a slot whose last bytes these were can be used
   * again.
   */
  void archived(long position) {
    if (inSlot(position) == 0) {
      int slot = state.slotOf(number(position) - 1);
      synchronized (free) {
        free.push(slot);
      }
    }
  }

  /**
   * Makes sure that the disk has space for all up to that position of the log, which is in the slot
   * that was entered: to write to a hole of a full disk would end the process without a word.
   */
  void allocate(long end) throws IOException {
    int needed = inSlot(end - 1) + 1;
    if (needed <= allocated) {
      return;
    }
    int until = Math.min(BulkLog.SLOT, Math.max(needed, 2 * allocated));
    try (FileChannel channel = BulkLog.open(log.recent(), StandardOpenOption.WRITE)) {
      while (allocated < until) {
        long at = (long) current * BulkLog.SLOT + allocated;
        int length = LEAST_ALLOCATED - allocated % LEAST_ALLOCATED;
        allocated += channel.write(ByteBuffer.wrap(ZEROS, 0, length), at);
      }
    }
  }

  /** Copies to a position of the log, which is in the slot that was entered, as all the bytes. */
  void put(long position, ByteBuffer from, int index, int length) {
    memory.put(inSlot(position), from, index, length);
  }

  /** The memory of the chunk that begins at that position of the log, which is not archived. */
  ByteBuffer chunk(long position) throws IOException {
    return mapped(state.slotOf(number(position))).slice(inSlot(position), BulkLog.CHUNK);
  }

  private MappedByteBuffer mapped(int slot) throws IOException {
    synchronized (free) {
      if (slots[slot] == null) {
        slots[slot] = map(log, slot, false);
      }
      return slots[slot];
    }
  }
}
