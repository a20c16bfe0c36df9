package org.ftmpj.it.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** Files with secrets, as users make them. */
public final class SecretFiles {
  private SecretFiles() {}

  /** A random secret in a file that only this user can read. */
  public static Path make(Path file) throws IOException {
    return make(file, UUID.randomUUID() + "-" + UUID.randomUUID());
  }

  /** That text in such a file. */
  public static Path make(Path file, String text) throws IOException {
    Files.writeString(file, text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
