package org.ftmpj.launcher.registry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Space on the disk: logs are files with holes, whose sizes say nothing. */
final class DiskUse {
  private static final long KIB = 1024;

  private DiskUse() {}

  /** Bytes that a directory takes, as {@code du} counts them; 0 if it is not there. */
  static long bytes(Path directory) {
    if (!Files.exists(directory)) {
      return 0;
    }
    try {
      Process du =
          new ProcessBuilder("du", "-sk", directory.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int tab = text.indexOf('\t');
      // Files that go while it counts make it fail, but it counts.
      return tab < 0 ? 0 : Long.parseLong(text.substring(0, tab)) * KIB;
    } catch (IOException e) {
      return 0; // There is no du: a report does not fail for that.
    }
  }

  static String text(long bytes) {
    if (bytes < KIB * KIB) {
      return bytes / KIB + " KiB";
    }
    return String.format(Locale.ROOT, "%.1f MiB", (double) bytes / (KIB * KIB));
  }
}
