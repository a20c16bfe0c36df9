package org.ftmpj.it.soak;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ftmpj.it.References;

/** A job that runs, however it was started. */
interface Running extends AutoCloseable {
  boolean isAlive();

  /** Lines that its ranks have printed. */
  int lines();

  /** How many recoveries it has told of. */
  long recoveries();

  /** The process that is that rank now. */
  Optional<ProcessHandle> rank(int rank);

  /** The event logger of its own. */
  Optional<ProcessHandle> logger();

  /** Waits for its end, and asserts that it was right. */
  void verify(References.Reference reference) throws IOException;

  /** What is left of it after its end. */
  List<String> leftBehind() throws IOException;

  /** Keeps everything there is to see of it. */
  void keepEvidence(java.nio.file.Path to) throws IOException;

  /** Kills whatever still runs. */
  @Override
  void close();
}
