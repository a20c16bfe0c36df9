package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.IOException;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileHooks.Opening;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/**
 * Something that the program writes to.
 *
 * @param <T> what it writes with
 * @param watcher told what it writes; null if that is not recorded
 */
record Opened<T>(T with, Watcher watcher) {

  /** Opens a file. */
  interface Opener<T> {
    /**
     * @param again whether as it is, from its start or to append: it was made or cut off before
     */
    T open(File file, boolean again) throws IOException;
  }

  static <T> Opened<T> of(Act act, File file, Opener<T> opener) throws IOException {
    FileEffect<T> effect =
        new FileEffect<>(() -> opener.open(file, false), opened -> FileOutcome.DONE);
    Opening opening = Recorded.hooks().files().open(act, file, effect);
    T with =
        effect.hasResult(opening.outcome()) ? effect.result() : opener.open(opening.again(), true);
    if (opening.watcher() != null && !(with instanceof File)) {
      opening.watcher().opened(with);
    }
    return new Opened<>(with, opening.watcher());
  }
}
