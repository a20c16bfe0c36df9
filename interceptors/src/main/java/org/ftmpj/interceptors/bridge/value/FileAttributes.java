package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** The program's queries of files' attributes: values. */
public final class FileAttributes {
  private static final String SEPARATOR = "\0";

  private FileAttributes() {}

  private static boolean isPlain(Path file) {
    return file.getFileSystem() != FileSystems.getDefault();
  }

  /** Instead of {@link Files#readAttributes(Path, Class, LinkOption...)}. */
  public static <A extends BasicFileAttributes> A readAttributes(
      Path file, Class<A> type, LinkOption... options) throws IOException {
    if (isPlain(file) || type != BasicFileAttributes.class && type != PosixFileAttributes.class) {
      return Files.readAttributes(file, type, options);
    }
    String names = type == PosixFileAttributes.class ? "posix:*" : "*";
    return type.cast(RecordedAttributes.of(readAttributes(file, names, options)));
  }

  /** Instead of {@link Files#readAttributes(Path, String, LinkOption...)}. */
  public static Map<String, Object> readAttributes(Path file, String names, LinkOption... options)
      throws IOException {
    if (isPlain(file)) {
      return Files.readAttributes(file, names, options);
    }
    String all =
        FileLookups.text(
            () -> {
              StringBuilder text = new StringBuilder();
              Files.readAttributes(file, names, options)
                  .forEach(
                      (name, value) ->
                          text.append(name)
                              .append(SEPARATOR)
                              .append(AttributeText.of(value))
                              .append(SEPARATOR));
              return text.toString();
            });
    Map<String, Object> found = new LinkedHashMap<>();
    String[] parts = all.split(SEPARATOR);
    for (int i = 0; i + 1 < parts.length; i += 2) {
      found.put(parts[i], AttributeText.value(parts[i + 1], file));
    }
    return found;
  }

  /** Instead of {@link Files#getAttribute}. */
  public static Object getAttribute(Path file, String name, LinkOption... options)
      throws IOException {
    if (isPlain(file)) {
      return Files.getAttribute(file, name, options);
    }
    return AttributeText.value(
        FileLookups.text(() -> AttributeText.of(Files.getAttribute(file, name, options))), file);
  }

  /** Instead of {@link Files#getPosixFilePermissions}. */
  public static Set<PosixFilePermission> getPosixFilePermissions(Path file, LinkOption... options)
      throws IOException {
    return readAttributes(file, PosixFileAttributes.class, options).permissions();
  }

  /** Instead of {@link Files#getOwner}. */
  public static UserPrincipal getOwner(Path file, LinkOption... options) throws IOException {
    return isPlain(file)
        ? Files.getOwner(file, options)
        : (UserPrincipal) getAttribute(file, "posix:owner", options);
  }

  /** Instead of {@link Files#getFileAttributeView}. */
  public static <V extends FileAttributeView> V getFileAttributeView(
      Path file, Class<V> type, LinkOption... options) {
    V actual = Files.getFileAttributeView(file, type, options);
    if (actual == null || isPlain(file)) {
      return actual;
    }
    if (type == BasicFileAttributeView.class) {
      return type.cast(new View((BasicFileAttributeView) actual, file, options));
    }
    if (type == PosixFileAttributeView.class || type == FileOwnerAttributeView.class) {
      var posix = Files.getFileAttributeView(file, PosixFileAttributeView.class, options);
      return type.cast(new PosixView(actual.name(), posix, file, options));
    }
    return actual;
  }

  private record View(BasicFileAttributeView actual, Path file, LinkOption... options)
      implements BasicFileAttributeView {
    @Override
    public String name() {
      return actual.name();
    }

    @Override
    public BasicFileAttributes readAttributes() throws IOException {
      return FileAttributes.readAttributes(file, BasicFileAttributes.class, options);
    }

    @Override
    public void setTimes(FileTime modified, FileTime accessed, FileTime created)
        throws IOException {
      FileChanges.other(file, () -> actual.setTimes(modified, accessed, created));
    }
  }

  /** A view of the owner, too. */
  private record PosixView(
      String name, PosixFileAttributeView actual, Path file, LinkOption... options)
      implements PosixFileAttributeView {
    @Override
    public PosixFileAttributes readAttributes() throws IOException {
      return FileAttributes.readAttributes(file, PosixFileAttributes.class, options);
    }

    @Override
    public void setTimes(FileTime modified, FileTime accessed, FileTime created)
        throws IOException {
      FileChanges.other(file, () -> actual.setTimes(modified, accessed, created));
    }

    @Override
    public UserPrincipal getOwner() throws IOException {
      return FileAttributes.getOwner(file, options);
    }

    @Override
    public void setOwner(UserPrincipal owner) throws IOException {
      FileChanges.other(file, () -> actual.setOwner(owner));
    }

    @Override
    public void setGroup(GroupPrincipal group) throws IOException {
      FileChanges.other(file, () -> actual.setGroup(group));
    }

    @Override
    public void setPermissions(Set<PosixFilePermission> permissions) throws IOException {
      FileChanges.other(file, () -> actual.setPermissions(permissions));
    }
  }

  /** Instead of {@link Files#find}. */
  public static Stream<Path> find(
      Path start,
      int depth,
      BiPredicate<Path, BasicFileAttributes> matcher,
      FileVisitOption... options)
      throws IOException {
    LinkOption[] links =
        Arrays.asList(options).contains(FileVisitOption.FOLLOW_LINKS)
            ? new LinkOption[] {}
            : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    return FileLookups.walk(start, depth, options)
        .filter(
            file -> {
              try {
                return matcher.test(file, readAttributes(file, BasicFileAttributes.class, links));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }
}
