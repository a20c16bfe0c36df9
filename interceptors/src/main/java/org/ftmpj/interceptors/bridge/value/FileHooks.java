package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.util.function.Supplier;

/**
 * What the program does with files. Each operation takes effect once: when the rank is run again,
 * its recorded outcome is given back. Outcomes are those of {@link FileOutcome}. Any thread.
 */
public interface FileHooks {

  /** What an operation does to its file. */
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

  /** Told what happens to what was opened, by the thread that does it. */
  interface Watcher {
    /**
     * It is open.
     *
     * @param with what it is written with
     */
    void opened(Object with);

    /** Something is about to be written: an output. */
    void writing();

    /** It is about to be closed. */
    void closing();

    /** The file holds all that was written. */
    void closed();
  }

  /**
   * How an open came out.
   *
   * @param outcome of the effect, now or before the failure
   * @param again what is to be opened instead, as it is; null if the effect took place just now, or
   *     has failed
   */
  record Opening(byte[] outcome, File again, Watcher watcher) {}

  /** The calling thread opens a file to write to it. */
  Opening open(Act act, File file, Supplier<byte[]> effect);

  /**
   * The calling thread changes a directory.
   *
   * @param to the other name of a file that is moved, else null
   */
  byte[] change(Act act, File file, File to, Supplier<byte[]> effect);
}
