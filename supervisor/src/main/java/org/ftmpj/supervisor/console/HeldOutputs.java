package org.ftmpj.supervisor.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/** What an output log holds, for each thread and stream on its own. One thread at a time. */
final class HeldOutputs {
  private final Map<Source, HeldOutput> held = new LinkedHashMap<>();

  /** Who wrote, and where. */
  record Source(String thread, int stream) {}

  /**
   * Reads an output log through.
   *
   * @return where its last complete record ends
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  long read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    try (OutputScanner scanner = new OutputScanner(file, 0)) {
      for (OutputRecord record = scanner.next(); record != null; record = scanner.next()) {
        int length = record.text().length;
        held.computeIfAbsent(
                new Source(record.thread(), record.stream()), source -> new HeldOutput())
            .add(scanner.position() - length, length);
      }
      if (scanner.damaged()) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT, file + " is damaged at " + scanner.position());
      }
      return scanner.position();
    }
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Null if nothing more is held of that source. */
  HeldOutput of(Source source) {
    HeldOutput output = held.get(source);
    return output == null || output.isEmpty() ? null : output;
  }

  /** Forgets sources of which all was taken. */
  void forget(Source source) {
    HeldOutput output = held.get(source);
    if (output != null && output.isEmpty()) {
      held.remove(source);
    }
  }

  Iterable<Source> sources() {
    return held.keySet();
  }
}
