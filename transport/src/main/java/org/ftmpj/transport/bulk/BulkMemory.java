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
 * that became free last is taken first, as the processor's caches have it. The file grows only when
 * no slot is free, up to the memory that it may have.
 */
final class BulkMemory {
  /** Bytes of a file that get disk space at first. */
  private static final int LEAST_ALLOCATED = 64 << 10;

  private static final byte[] ZEROS = new byte[LEAST_ALLOCATED];

  /** The fewest slots that stay free for the writer, besides the share {@link #SHARE_FREE}. */
  private static final int LEAST_FREE = 2;

  private static final int SHARE_FREE = 4;

  private final BulkLog log;
  private final BulkState state;
  private final MappedByteBuffer[] slots = new MappedByteBuffer[BulkState.SLOTS];

  /** The slots whose bytes are all archived. Guarded by itself, like {@link #slots}. */
  private final Deque<Integer> free = new ArrayDeque<>();

  /** The number of slots in the file. */
  private int used;

  /** The slot that is being written, and its slotful; -1 before the first. */
  private MappedByteBuffer memory;

  private int current;
  private long number = -1;

  /** Bytes at the beginning of that slot that have disk space. */
  private int allocated;

  /** The free space of the disk; when it is scarce, only the least number of slots is used. */
  private final FreeSpace space;

  /** The largest number of slots; written once, by the writer or the archiver. */
  private volatile int most = BulkLog.LEAST_SLOTS;

  /** Whether {@link #most} has been set from the memory. Guarded by {@link #free}. */
  private boolean asked;

  /** Opens the slots of earlier writers. */
  BulkMemory(BulkLog log, BulkState state) {
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

  /** The position in its slot of that position of the log. */
  static int inSlot(long position) {
    return (int) (position % BulkLog.SLOT);
  }

  /** The number of bytes from that position of the log to the end of its slot. */
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

  /**
   * Returns the bytes of the slot for which a dead writer has allocated disk space; what it has not
   * written may have none.
   */
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

  /**
   * Sets the largest number of slots from the memory. This takes milliseconds, so it is done only
   * when needed.
   */
  private void askForMemory() throws IOException {
    synchronized (free) {
      if (!asked) {
        most = LogMemory.slots();
        asked = true;
      }
    }
  }

  /**
   * Returns the bytes of the log that the memory can hold while there is room for new ones until
   * some are archived.
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
   * Records that all before that position of the log is archived; a slot whose last bytes these
   * were becomes free.
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
   * Makes sure that the disk has space up to that position of the log, which is in the entered
   * slot. Writing to a hole of a full disk would end the process without a message.
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

  /** Copies bytes to a position of the log in the entered slot. */
  void put(long position, ByteBuffer from, int index, int length) {
    memory.put(inSlot(position), from, index, length);
  }

  /** The memory of the chunk at that position of the log, which is not archived. */
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
