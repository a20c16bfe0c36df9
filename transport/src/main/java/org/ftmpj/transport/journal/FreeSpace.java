package org.ftmpj.transport.journal;

import java.io.File;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Checks the free space of a disk before something is written to it. Journals are mapped files with
 * holes: a page that the disk has no room for is a SIGBUS, which ends the Java virtual machine or,
 * at best, surprises some other instruction. So some space stays free, and a write that would use
 * it up is refused.
 *
 * <p>One instance is used by one thread at a time.
 */
public final class FreeSpace {
  /** The usual reserve, bytes. */
  public static final long USUAL_RESERVE = 64L << 20;

  /**
   * Bytes between two checks of the disk. A check costs a microsecond or two, which is nothing in
   * the time that so much is written.
   */
  private static final long ASK_EVERY = 256 << 10;

  private static volatile long reserve = USUAL_RESERVE;

  private final File place;
  private long unasked = ASK_EVERY;

  private FreeSpace(File place) {
    this.place = place;
  }

  /**
   * Sets the reserve for this process.
   *
   * @param bytes that stay free on every disk; 0: no check
   */
  public static void keep(long bytes) {
    reserve = bytes;
  }

  /**
   * @param directory is there
   */
  public static FreeSpace on(Path directory) {
    return new FreeSpace(directory.toFile());
  }

  /**
   * Checks now and then whether there is room.
   *
   * @param bytes about to be written
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public void use(long bytes) {
    unasked += bytes;
    if (unasked >= ASK_EVERY) {
      unasked = 0;
      ask(bytes);
    }
  }

  /** Whether there is room for so many bytes. */
  public boolean allows(long bytes) {
    long kept = reserve;
    // The total is 0, too, where the system does not tell.
    return kept == 0 || place.getUsableSpace() >= kept + bytes || place.getTotalSpace() == 0;
  }

  private void ask(long bytes) {
    if (!allows(bytes)) {
      long kept = reserve;
      long usable = place.getUsableSpace();
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "no space: %d MiB are left on the disk of %s, where %d MiB have to stay free (option log.reserve)"
              .formatted(usable >> 20, place, kept >> 20));
    }
  }
}
