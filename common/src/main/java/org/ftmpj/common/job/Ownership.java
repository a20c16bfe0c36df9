package org.ftmpj.common.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/** The owner of a file, and who else may use it; of a symbolic link, the link's. */
public record Ownership(int user, int mode) {
  private static final Path SELF = Path.of("/proc/self");
  private static final String ATTRIBUTES = "unix:uid,mode";

  /** Bits of a mode. */
  private static final int OTHERS_WRITE = 022;

  private static final int OTHERS_USE = 077;

  /** As it is now. */
  public static Ownership of(Path path, LinkOption... options) throws IOException {
    Map<String, Object> found = Files.readAttributes(path, ATTRIBUTES, options);
    return new Ownership((int) found.get("uid"), (int) found.get("mode"));
  }

  /** Whether it belongs to the user who runs this process. */
  public static boolean isOurs(Path path) throws IOException {
    if (Files.exists(SELF)) {
      return of(path, LinkOption.NOFOLLOW_LINKS).isOurs();
    }
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
        .getName()
        .equals(System.getProperty("user.name"));
  }

  /** Whether it belongs to the user who runs this process. */
  public boolean isOurs() throws IOException {
    return user == of(SELF).user;
  }

  /** Whether it belongs to the system's administrator. */
  public boolean isRoots() {
    return user == 0;
  }

  /** Whether others than its owner can change it. */
  public boolean canOthersWrite() {
    return (mode & OTHERS_WRITE) != 0;
  }

  /** Whether others than its owner can read or change it. */
  public boolean canOthersUse() {
    return (mode & OTHERS_USE) != 0;
  }

  /** The permissions as chmod takes them. */
  public String permissions() {
    return Integer.toOctalString(mode & 07777);
  }
}
