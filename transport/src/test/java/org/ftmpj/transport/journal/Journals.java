package org.ftmpj.transport.journal;

import java.nio.file.Path;

/** Opens journals as most tests do. */
final class Journals {
  private Journals() {}

  static JournalWriter writer(Path directory) {
    return JournalWriter.open(directory, new SegmentStart(1, 1), SegmentRules.usual());
  }

  static JournalReader reader(Path directory) {
    return JournalReader.open(directory, 1, start -> {});
  }

  /** Where the only segment of a journal is. */
  static Path segment(Path directory) {
    return SegmentReader.segments(directory).get(0).in(directory);
  }
}
