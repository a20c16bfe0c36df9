package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Attributes of files as texts: the first letter says what it is. */
final class AttributeText {
  private AttributeText() {}

  /** A key of a file that was recorded: it looks as the JDK's does. */
  private record Key(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  static String of(Object value) {
    if (value == null) {
      return "-";
    } else if (value instanceof Long) {
      return "L" + value;
    } else if (value instanceof Integer) {
      return "I" + value;
    } else if (value instanceof Boolean) {
      return "B" + value;
    } else if (value instanceof String) {
      return "S" + value;
    } else if (value instanceof FileTime time) {
      return "T" + time.to(TimeUnit.NANOSECONDS);
    } else if (value instanceof GroupPrincipal group) {
      return "G" + group.getName();
    } else if (value instanceof UserPrincipal user) {
      return "U" + user.getName();
    } else if (value instanceof Set<?> permissions) {
      return "P" + PosixFilePermissions.toString(permissions(permissions));
    }
    return "K" + value;
  }

  @SuppressWarnings("unchecked")
  private static Set<PosixFilePermission> permissions(Set<?> permissions) {
    return (Set<PosixFilePermission>) permissions;
  }

  /**
   * @param file of which it is
   */
  static Object value(String text, Path file) throws IOException {
    String rest = text.substring(1);
    UserPrincipalLookupService users = file.getFileSystem().getUserPrincipalLookupService();
    return switch (text.charAt(0)) {
      case '-' -> null;
      case 'L' -> Long.parseLong(rest);
      case 'I' -> Integer.parseInt(rest);
      case 'B' -> Boolean.parseBoolean(rest);
      case 'S' -> rest;
      case 'T' -> FileTime.from(Long.parseLong(rest), TimeUnit.NANOSECONDS);
      case 'G' -> users.lookupPrincipalByGroupName(rest);
      case 'U' -> users.lookupPrincipalByName(rest);
      case 'P' -> PosixFilePermissions.fromString(rest);
      default -> new Key(rest);
    };
  }
}
