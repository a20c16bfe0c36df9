package org.ftmpj.logger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.life.HostBoot;

/**
 * The store of one of several event loggers that was forced to the disk as a whole when its logger
 * had ended: a later start of the host loses nothing of it (protocol rule LOST_DISK).
 */
public final class ForcedStore {
  private ForcedStore() {}

  /**
   * Makes its next logger take it for what it was when it was forced, complete or not.
   *
   * @param store the logger's directory; no process uses it
   * @param boot the boot of the host, as {@code /proc} names it, in which the store was forced
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public static void keep(Path store, String job, String boot) {
    Path directory = StorePlace.of(store, job);
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(ForcedStore::namesBoot).toList()) {
        List<String> words = List.of(Files.readString(file).split(" "));
        if (words.get(words.size() - 1).equals(boot)) {
          String others = String.join(" ", words.subList(0, words.size() - 1));
          Enrolment.replace(file, others + " " + HostBoot.id());
        }
      }
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot renew " + directory + ": " + Reason.of(e), e);
    }
  }

  /** Whether the last word of the file is a boot. */
  private static boolean namesBoot(Path file) {
    String name = file.getFileName().toString();
    return name.equals(Enrolment.FILE) || name.endsWith(ReplicaStore.PROMISE);
  }
}
