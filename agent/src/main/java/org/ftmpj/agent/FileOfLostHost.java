package org.ftmpj.agent;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.ftmpj.agent.checkpoint.ImagedObject;

/**
 * A file that the rank had opened to write to it on a host that is lost, and may have closed there:
 * so the re-execution writes to a scratch file. If the file is open when the rank is where it was,
 * it gets what is in the scratch file, and from then on all that is added there. Any thread.
 */
final class FileOfLostHost implements ImagedObject {
  private final Path file;
  private final boolean appends;
  private final long start;

  /**
   * The number of bytes of the scratch file that are in the file; negative before the rank is where
   * it was.
   */
  private long copied = -1;

  /**
   * @param length before it was opened; negative if it was not there
   */
  FileOfLostHost(Path file, boolean appends, long length) {
    this.file = file;
    this.appends = appends;
    this.start = appends ? Math.max(0, length) : 0;
  }

  /** The rank is where it was. Does nothing after the first call. */
  synchronized void catchUp(Path scratch) throws IOException {
    if (copied < 0) {
      copy(scratch, appends ? start + alreadyThere(scratch) : 0);
    }
  }

  /** Something was added to the scratch file. Does nothing before the rank is where it was. */
  synchronized void added(Path scratch) throws IOException {
    if (copied >= 0) {
      copy(scratch, copied);
    }
  }

  /** Ends the writing. Output of the program at other places is in the file, too. */
  synchronized void finish(Path scratch) throws IOException {
    catchUp(scratch);
    copy(scratch, appends ? copied : 0);
  }

  private void copy(Path scratch, long from) throws IOException {
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            appends ? StandardOpenOption.APPEND : StandardOpenOption.WRITE);
    try (FileChannel in = FileChannel.open(scratch, StandardOpenOption.READ);
        FileChannel out = FileChannel.open(file, options)) {
      long length = in.size();
      if (!appends) {
        out.position(from);
      }
      long at = from;
      while (at < length) {
        at += in.transferTo(at, length - at, out);
      }
      if (!appends && out.size() > length) {
        out.truncate(length);
      }
      copied = length;
    }
  }

  /**
   * How much of what the rank has appended the file holds; 0 if others have appended to it, too.
   */
  private long alreadyThere(Path scratch) throws IOException {
    if (!Files.exists(file) || Files.size(file) < start || Files.size(scratch) < start) {
      return 0;
    }
    try (InputStream there = new BufferedInputStream(Files.newInputStream(file));
        InputStream again = new BufferedInputStream(Files.newInputStream(scratch))) {
      there.skipNBytes(start);
      again.skipNBytes(start);
      long same = 0;
      for (int next = there.read(); next >= 0; next = there.read()) {
        if (next != again.read()) {
          return 0;
        }
        same++;
      }
      return same;
    }
  }
}
