package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The services of the rank for the program's files. Each operation takes effect once: when the rank
 * is run again, its recorded outcome is given back. Outcomes are those of {@link FileOutcome}. Any
 * thread.
 */
public interface FileHooks {

  /** The effect of an operation on its file. */
  enum Act {
    /** Opens it, after making it or cutting it off. */
    WRITE,
    /** Opens it to append to it. */
    APPEND,
    /** Opens it as it is, to write to it and perhaps to read it; makes it if it is not there. */
    OPEN,
    /** Makes it, or a directory, where nothing was. */
    CREATE,
    /** Removes it. */
    REMOVE,
    /** Gives it another name. */
    MOVE,
    /** Something else that cannot be done twice. */
    OTHER
  }

  /** Listens to the use of a file that was opened for reading, in the thread that uses it. */
  interface Reader {
    /** Something is about to be read that no record holds. */
    void reading();

    /**
     * The process has just locked a part of the file.
     *
     * @return by which number this is known; 0 if another rank, which has died, is to get that lock
     *     again first, so that this process has to release it
     */
    long locked(long position, long size, boolean shared);

    /** Whether that lock was not released before the failure. */
    boolean isLocked(long order);

    /** Called before that lock is released. */
    void unlocking(long order);
  }

  /** Listens to the use of an opened file, in the thread that uses it. */
  interface Watcher extends Reader {
    /**
     * Called when it is open.
     *
     * @param with the object by which it is written
     */
    void opened(Object with);

    /**
     * Called before those bytes are written after the last ones: an output.
     *
     * @return whether they have to be written; false if the file has them already
     */
    boolean writing(ByteBuffer bytes);

    /** The next bytes are written at that place. */
    void at(long position);

    /**
     * Something else is about to be changed.
     *
     * @param what it is, and by which number
     * @return whether that is to be done; not if it was done already
     */
    boolean changing(char what, long number);

    /** Called after the change that {@link #writing} or {@link #changing} has announced. */
    void written();

    /**
     * A part of it is in memory now, and may be changed there.
     *
     * @param again whether it was before the failure
     */
    void mapping(long position, long size, boolean again);

    /** Called before it is closed. */
    void closing();

    /** The file holds all that was written. */
    void closed();
  }

  /**
   * The outcome of an open.
   *
   * @param outcome of the effect, now or before the failure
   * @param again the file to be opened instead, as it is; null if the effect took place just now,
   *     or has failed
   * @param watcher null if writes are not recorded
   */
  record Opening(byte[] outcome, File again, Watcher watcher) {}

  /** The calling thread opens a file to write to it. */
  Opening open(Act act, File file, Supplier<byte[]> effect);

  /**
   * A file that the program has opened to read it.
   *
   * @param place what is opened
   * @param reader told before something is read; null if what is read is not recorded
   */
  record Reading(File place, Reader reader) {}

  /** Whether it is recorded how the calling thread opens that file to read it. */
  boolean isKnown(File file);

  /** The file that the calling thread has just opened for reading: for {@link #reading}. */
  byte[] found(File file);

  /**
   * The calling thread has opened a file to read it, now or before the failure.
   *
   * @param found what it was then
   * @param again whether it is to be opened again, at the place that is returned
   */
  Reading reading(File file, byte[] found, boolean again);

  /** A new file, for as long as the process runs, with a copy of what the program reads. */
  File scratch();

  /** A directory in which something is made and removed at once, for its name. */
  File names() throws IOException;

  /**
   * The usual directory of the JDK's temporary files.
   *
   * @param ofPaths whether by methods of {@link java.nio.file.Files}, not of {@link File}
   */
  File temporaries(boolean ofPaths);

  /**
   * The calling thread changes a directory.
   *
   * @param to the other name of a file that is moved, else null
   */
  byte[] change(Act act, File file, File to, Supplier<byte[]> effect);
}
