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

/**
 * The recorded text of an output log, for each thread and stream separately. One thread at a time.
 */
final class RecordedTexts {
  private final Map<Source, RecordedText> held = new LinkedHashMap<>();

  /** A stream of one thread. */
  record Source(String thread, int stream) {}

  /**
   * Reads an output log from its beginning to its end.
   *
   * @param checkpoint the end of the log at the checkpoint from which the rank goes on; 0 if it
   *     starts at its beginning
   * @return the end of its last complete record
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
      held.put(new Source(text.thread(), text.stream()), new RecordedText(text.lines()));
    }
    boolean passed = checkpoint == beginning.position();
    try (OutputScanner scanner = new OutputScanner(file, beginning.position())) {
      for (OutputRecord record = scanner.next(); record != null; record = scanner.next()) {
        RecordedText output =
            held.computeIfAbsent(
                new Source(record.thread(), record.stream()), source -> new RecordedText());
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
      for (RecordedText output : held.values()) {
        output.passCheckpoint(log);
      }
    }
  }

  /** The recorded text of that source; null if its further text is not compared. */
  RecordedText of(Source source) {
    return held.get(source);
  }

  /** Forgets the source if nothing more has to be compared. */
  void forget(Source source) {
    RecordedText output = held.get(source);
    if (output != null && output.isOver()) {
      held.remove(source);
    }
  }

  /** Whether there is more recorded text of that thread, on either stream. */
  boolean hasUnrepeated(String thread) {
    return hasUnrepeated(new Source(thread, OutputRecord.OUT))
        || hasUnrepeated(new Source(thread, OutputRecord.ERR));
  }

  /** Whether there is more recorded text of that source. */
  boolean hasUnrepeated(Source source) {
    RecordedText output = held.get(source);
    return output != null && !output.isEmpty();
  }

  Iterable<Source> sources() {
    return held.keySet();
  }
}
