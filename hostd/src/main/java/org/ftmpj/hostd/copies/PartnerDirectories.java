package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The copies of other hosts on this one: those that it keeps for them, and, each in a directory of
 * its own, those that others have kept and brought for ranks that come here. Two hosts may have
 * kept copies of the same one, which has had another partner before; they know nothing of each
 * other, and what is older must not replace what is newer. Any thread.
 */
final class PartnerDirectories {
  private static final String BROUGHT = "from-";

  private final CopyDirectory kept;
  private final String job;

  /**
   * Makes that of the copies that are kept, or goes on with it.
   *
   * @param root is it
   * @throws FtmpjException NOT_SHARED
   */
  PartnerDirectories(Path root, String job) {
    this.job = job;
    this.kept = CopyDirectory.at(root, job);
    kept.open();
  }

  /** The copies that this host stores. */
  CopyDirectory kept() {
    return kept;
  }

  /**
   * The directory for copies from a host.
   *
   * @param by who puts them there
   * @param host who has made them: the same one, whose partner this is; else they are brought
   */
  CopyDirectory put(int by, int host) {
    if (by == host) {
      return kept;
    }
    CopyDirectory brought = CopyDirectory.at(kept.root().resolve(BROUGHT + by), job);
    brought.open();
    return brought;
  }

  /** All copies at this host. */
  List<CopyDirectory> all() {
    List<CopyDirectory> all = new ArrayList<>(List.of(kept));
    try (Stream<Path> files = Files.list(kept.root())) {
      files
          .filter(file -> file.getFileName().toString().startsWith(BROUGHT))
          .forEach(file -> all.add(CopyDirectory.at(file, job)));
    } catch (NoSuchFileException gone) {
      return all;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "cannot read " + kept.root() + " (" + Reason.of(e) + ")", e);
    }
    return all;
  }

  /** When no process of the job is left on any host. */
  void removeAll(Consumer<String> notice) {
    List<CopyDirectory> all = all();
    all.stream().skip(1).forEach(brought -> brought.removeAll(notice));
    kept.removeAll(notice);
  }
}
