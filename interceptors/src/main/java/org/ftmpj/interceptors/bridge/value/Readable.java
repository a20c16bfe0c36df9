package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.IOException;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reading;

/**
 * Something that the program reads from.
 *
 * @param <T> what it reads with
 * @param values what it reads, if that is recorded; else null
 */
record Readable<T>(T with, ReadValues values) {

  /** Opens a file to read it. */
  interface Opener<T> {
    T open(File file) throws IOException;
  }

  static <T> Readable<T> of(File file, Opener<T> opener) throws IOException {
    FileHooks files = Recorded.hooks().files();
    if (!files.isKnown(file)) {
      return new Readable<>(opener.open(file), null);
    }
    FileEffect<T> effect = new FileEffect<>(() -> opener.open(file), opened -> files.found(file));
    byte[] found = Recorded.data(Source.FILE, effect);
    boolean live = effect.hasResult(found);
    Reading reading = files.reading(file, found, !live);
    T with = live ? effect.result() : opener.open(reading.place());
    return new Readable<>(with, reading.reader() == null ? null : new ReadValues(reading.reader()));
  }
}
