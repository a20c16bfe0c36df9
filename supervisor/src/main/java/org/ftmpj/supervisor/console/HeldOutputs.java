package org.ftmpj.supervisor.console;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.OutputBeginning;

/** What an output log holds, for each thread and stream on its own. One thread at a time. */
final class HeldOutputs {
  private final Map<Source, HeldOutput> held = new LinkedHashMap<>();

  /** A stream of one rank. */
  record Source(String thread, int stream) {}

  /**
   * Reads an output log through, from where it begins.
   *
   * @param checkpoint where the log ended at the checkpoint from which the rank goes on; 0 if it
   *     begins at its beginning
   * @return where its last complete record ends
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION; LOG_DROPPED if it begins later than is wanted
   */
  long read(Path file, long checkpoint) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    OutputBeginning beginning = OutputBeginning.of(file);
    if (checkpoint < beginning.position()) {
      throw new FtmpjException(
          ErrorCode.LOG_DROPPED,
          file + " begins at " + beginning.position() + ", and is wanted from " + checkpoint);
    }
    for (OutputBeginning.Text text : beginning.texts()) {
      held.put(new Source(text.thread(), text.stream()), new HeldOutput(text.lines()));
    }
    boolean passed = checkpoint == beginning.position();
    try (OutputScanner scanner = new OutputScanner(file, beginning.position())) {
      for (OutputRecord record = scanner.next(); record != null; record = scanner.next()) {
        HeldOutput output =
            held.computeIfAbsent(
                new Source(record.thread(), record.stream()), source -> new HeldOutput());
        if (record.restartsLine()) {
          output.restartLine();
        }
        output.add(scanner.position() - record.text().length, record.text());
        if (!passed && scanner.position() >= checkpoint) {
          passCheckpoint(file);
          passed = true;
        }
      }
      if (scanner.damaged()) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT, file + " is damaged at " + scanner.position());
      }
      return scanner.position();
    }
  }

  private void passCheckpoint(Path file) throws IOException {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      for (HeldOutput output : held.values()) {
        output.passCheckpoint(log);
      }
    }
  }

  /** The output held of that source; null if what it writes from now on is not compared. */
  HeldOutput of(Source source) {
    return held.get(source);
  }

  /** Forgets the source if nothing is left to compare it with. */
  void forget(Source source) {
    HeldOutput output = held.get(source);
    if (output != null && output.isOver()) {
      held.remove(source);
    }
  }

  /** Whether text of that thread is held, of either stream. */
  boolean holdsMore(String thread) {
    return holdsMore(new Source(thread, OutputRecord.OUT))
        || holdsMore(new Source(thread, OutputRecord.ERR));
  }

  /** Whether text of that source is held. */
  boolean holdsMore(Source source) {
    HeldOutput output = held.get(source);
    return output != null && !output.isEmpty();
  }

  Iterable<Source> sources() {
    return held.keySet();
  }
}
