package org.ftmpj.coordinator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The storage of a member that was killed while it was being founded: a Raft group without its list
 * of members, which is written before it votes. Such a member stays in state STARTING and does not
 * vote. It has neither voted nor stored a record before, so its storage can be deleted, and it is
 * founded again.
 *
 * <pre>
 * GROUP/current/raft-meta.conf   the members
 * GROUP/current/log_...          records
 * </pre>
 */
final class UnfinishedFounding {
  /** The file of a group that has its members. */
  static final String MEMBERS = "raft-meta.conf";

  private UnfinishedFounding() {}

  /**
   * Removes such storage, if there is any; a founded member's stays. No server runs yet.
   *
   * @param raft directory of all Ratis storage
   * @throws FtmpjException LOG_NOT_WRITABLE
   * @param raft where Ratis keeps all
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  static void remove(Path raft) {
    if (!Files.isDirectory(raft)) {
      return;
    }
    try {
      for (Path group : list(raft)) {
        if (Files.isDirectory(group) && isHalf(group.resolve("current"))) {
          removeTree(group);
        }
      }
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot look after " + raft + ": " + Reason.of(e), e);
    }
  }

  private static boolean isHalf(Path current) throws IOException {
    if (!Files.isDirectory(current)) {
      return true;
    }
    return list(current).stream()
        .map(file -> file.getFileName().toString())
        .noneMatch(name -> name.equals(MEMBERS) || name.startsWith("log_"));
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  private static void removeTree(Path group) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(group)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }
}
