package org.ftmpj.common.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/** The owner of a file, and the permissions of others; those of a symbolic link are the link's. */
public record Ownership(int user, int mode) {
  private static final Path SELF = Path.of("/proc/self");
  private static final String ATTRIBUTES = "unix:uid,mode";

  /** Bits of a mode. */
  private static final int OTHERS_WRITE = 022;

  private static final int OTHERS_USE = 077;

  /** The present ownership of a file. */
  public static Ownership of(Path path, LinkOption... options) throws IOException {
    Map<String, Object> found = Files.readAttributes(path, ATTRIBUTES, options);
    return new Ownership((int) found.get("uid"), (int) found.get("mode"));
  }

  /** Whether the file belongs to the user of this process. */
  public static boolean isOurs(Path path) throws IOException {
    if (Files.exists(SELF)) {
      return of(path, LinkOption.NOFOLLOW_LINKS).isOurs();
    }
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
        .getName()
        .equals(System.getProperty("user.name"));
  }

  /** Whether the file belongs to the user of this process. */
  public boolean isOurs() throws IOException {
    return user == of(SELF).user;
  }

  /** Whether the file belongs to the system's administrator. */
  public boolean isRoots() {
    return user == 0;
  }

  /** Whether users other than its owner can change the file. */
  public boolean canOthersWrite() {
    return (mode & OTHERS_WRITE) != 0;
  }

  /** Whether users other than its owner can read or change the file. */
  public boolean canOthersUse() {
    return (mode & OTHERS_USE) != 0;
  }

  /** The permissions in the form of chmod. */
  public String permissions() {
    return Integer.toOctalString(mode & 07777);
  }
}
