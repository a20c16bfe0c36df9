package org.ftmpj.hostd.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Space on the disk: logs are files with holes, whose sizes say nothing. */
public final class DiskUse {
  private static final long KIB = 1024;

  private DiskUse() {}

  /**
   * Bytes that a directory takes, as {@code du} counts them; 0 if it is not there, or there is no
   * {@code du}: a report does not fail for that.
   */
  public static long bytes(Path directory) {
    try {
      return count(List.of("-s"), List.of(directory)).getOrDefault(directory, 0L);
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * The disk use of several directories, and of the entries of each. Takes some milliseconds.
   *
   * @return without those that are not there
   * @throws IOException if there is no {@code du}
   */
  static Map<Path, Long> ofParts(List<Path> directories) throws IOException {
    return count(List.of("-a", "-d", "1"), directories);
  }

  private static Map<Path, Long> count(List<String> how, List<Path> directories)
      throws IOException {
    Map<Path, Long> bytes = new LinkedHashMap<>();
    List<String> command = new ArrayList<>(List.of("du", "-k"));
    command.addAll(how);
    directories.stream().filter(Files::exists).map(Path::toString).forEach(command::add);
    if (command.size() == 2 + how.size()) {
      return bytes;
    }
    Process du = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    // Files that go while it counts make it fail, but it counts.
    text.lines()
        .map(line -> line.split("\t", 2))
        .forEach(one -> bytes.put(Path.of(one[1]), Long.parseLong(one[0]) * KIB));
    return bytes;
  }

  /** Formats a number of bytes for a reader, in KiB or MiB. */
  public static String text(long bytes) {
    if (bytes < KIB * KIB) {
      return bytes / KIB + " KiB";
    }
    return String.format(Locale.ROOT, "%.1f MiB", (double) bytes / (KIB * KIB));
  }
}
