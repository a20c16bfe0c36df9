package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Bytes of a directory with all that is below it. */
final class DiskSpace {
  private static final long KIB = 1024;

  private DiskSpace() {}

  /** What it takes of the disk: files may have holes. */
  static long taken(Path directory) throws IOException, InterruptedException {
    return du(directory, List.of());
  }

  /** The lengths of its files. */
  static long apparent(Path directory) throws IOException, InterruptedException {
    return du(directory, List.of("--apparent-size"));
  }

  private static long du(Path directory, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("du", "-sk"));
    command.addAll(options);
    command.add(directory.toString());
    Process du = new ProcessBuilder(command).start();
    String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (du.waitFor() != 0) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, "du cannot read " + directory);
    }
    return Long.parseLong(text.substring(0, text.indexOf('\t'))) * KIB;
  }
}
