package org.ftmpj.transport.bulk;

import java.nio.file.OpenOption;
import java.util.Optional;

/**
 * The option that opens a file for transfers past the page cache. It is found by its name: the
 * module {@code jdk.unsupported} exports it, but javac 25 warns of its use, and nothing suppresses
 * that.
 */
final class DirectTransfer {
  /** Empty in a Java without it. */
  static final Optional<OpenOption> OPTION = find();

  private DirectTransfer() {}

  private static Optional<OpenOption> find() {
    try {
      Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
      return Optional.of((OpenOption) options.getField("DIRECT").get(null));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }
}
