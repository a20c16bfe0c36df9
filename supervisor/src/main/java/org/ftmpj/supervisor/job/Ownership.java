package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The owner of a file; of a symbolic link, the link's. */
final class Ownership {
  private static final Path SELF = Path.of("/proc/self");
  private static final String OWNER = "unix:uid";

  private Ownership() {}

  /** Whether it belongs to the user who runs this process. */
  static boolean isOurs(Path path) throws IOException {
    if (Files.exists(SELF)) {
      return Files.getAttribute(path, OWNER, LinkOption.NOFOLLOW_LINKS)
          .equals(Files.getAttribute(SELF, OWNER));
    }
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
        .getName()
        .equals(System.getProperty("user.name"));
  }
}
