package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.ftmpj.transport.channel.ChannelRecords;

/**
 * The place to which the checkpoints of one rank are copied: in files of this host or of a shared
 * file system ({@link DirectoryPlace}), or on another host ({@link PartnerPlace}). Files of records
 * are numbered from 1. {@code toString} names it for users. One thread.
 */
interface CopyPlace {
  /** The number of the host that copies there. */
  int host();

  /**
   * The valid copies at this place. Removes damaged ones and all that follow them.
   *
   * @param size ranks of the job
   * @param ending whether it is not wanted any more; then it fails
   */
  Earlier earlier(int size, BooleanSupplier ending) throws IOException;

  /**
   * The valid part of the earlier copies.
   *
   * @param files of records
   * @param logs the position of the copies in each channel log
   * @param output bytes of the output log in them
   * @param newest the digest of the state of the newest checkpoint that they are enough for, see
   *     {@link DirectoryPlace#digest}; empty if there is none
   */
  record Earlier(int files, List<CopiedLog> logs, long output, byte[] newest) {}

  /**
   * The position up to which a channel log is copied.
   *
   * @param message the last one; 0 if there is none
   * @param marks after it
   */
  record CopiedLog(long message, long marks) {
    static final CopiedLog NOTHING = new CopiedLog(0, 0);

    /** Up to that message. */
    static CopiedLog upTo(long message) {
      return new CopiedLog(message, 0);
    }

    /** With the next record, too. */
    CopiedLog with(ByteBuffer head) {
      long next = ChannelRecords.messageIn(head);
      return next > 0 ? new CopiedLog(next, 0) : new CopiedLog(message, marks + 1);
    }
  }

  /**
   * Whether there is so much more than is needed, at a guess, that all that is needed may be copied
   * once more, so that what was copied before can be removed.
   */
  boolean hasGrown() throws IOException;

  /**
   * Begins a copy. Of one that was begun before, and is not complete, nothing is left.
   *
   * @param number of its file of records
   * @param all whether that has all that is needed of the logs, and not what follows those before
   * @param image whether there is an image of a checkpoint beside
   */
  Begun begin(int number, boolean all, boolean image) throws IOException;

  /** A part of a copy. */
  enum Part {
    RECORDS,
    HEAP,
    STATE,
    PROOFS
  }

  /** A copy that is being made. One that is closed before it counts was not begun. */
  interface Begun extends AutoCloseable {
    /** Adds all bytes that the buffer has left. */
    void write(Part part, ByteBuffer bytes) throws IOException;

    /** Returns when all of it is on the disk there, as it was written here. */
    void sync() throws IOException;

    /** Makes the copy count from now on, in place of another one with its number. It is synced. */
    void commit() throws IOException;

    @Override
    void close();
  }
}
