package org.ftmpj.interceptors.bridge.value;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Set;

/** Attributes of a file by their names, as they were recorded. */
class RecordedAttributes implements BasicFileAttributes {
  private final Map<String, Object> values;

  RecordedAttributes(Map<String, Object> values) {
    this.values = values;
  }

  static BasicFileAttributes of(Map<String, Object> values) {
    return values.containsKey("permissions") ? new Posix(values) : new RecordedAttributes(values);
  }

  final <T> T get(String name, Class<T> type) {
    return type.cast(values.get(name));
  }

  @Override
  public FileTime lastModifiedTime() {
    return get("lastModifiedTime", FileTime.class);
  }

  @Override
  public FileTime lastAccessTime() {
    return get("lastAccessTime", FileTime.class);
  }

  @Override
  public FileTime creationTime() {
    return get("creationTime", FileTime.class);
  }

  @Override
  public boolean isRegularFile() {
    return get("isRegularFile", Boolean.class);
  }

  @Override
  public boolean isDirectory() {
    return get("isDirectory", Boolean.class);
  }

  @Override
  public boolean isSymbolicLink() {
    return get("isSymbolicLink", Boolean.class);
  }

  @Override
  public boolean isOther() {
    return get("isOther", Boolean.class);
  }

  @Override
  public long size() {
    return get("size", Long.class);
  }

  @Override
  public Object fileKey() {
    return get("fileKey", Object.class);
  }

  private static final class Posix extends RecordedAttributes implements PosixFileAttributes {
    Posix(Map<String, Object> values) {
      super(values);
    }

    @Override
    public UserPrincipal owner() {
      return get("owner", UserPrincipal.class);
    }

    @Override
    public GroupPrincipal group() {
      return get("group", GroupPrincipal.class);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Set<PosixFilePermission> permissions() {
      return get("permissions", Set.class);
    }
  }
}
