package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.job.Ownership;

/**
 * A directory with copies of checkpoints, mode 0700: the part of a job in that of {@code
 * --checkpoint-dir}, {@code ftmpj-JOB}, which all its hosts share, made by the launcher, removed by
 * whichever process of the job leaves last; or what a host keeps for others, in the job's
 * directory. What a host has copied is in a part of its own, so what is left of one that is given
 * up meets nothing of another. When it is given up its part gets another name, so nothing that it
 * may go on to copy counts.
 *
 * <pre>
 * job                  the job's identity
 * hHOST/RANK/images/   a store of checkpoints, see {@link CopiedImage}
 * hHOST/RANK/records/  what the rank has sent and printed, see {@link RecordFiles}
 * hHOST.lost/          the part of a host that was given up
 * </pre>
 *
 * <p>Any thread.
 */
public final class CopyDirectory {
  private static final String IMAGE =
      "(spare|\\d+(\\.new|\\.old)?(/(heap|state|failed|records|proofs))?)";

  /** Names of what is made there. */
  private static final Pattern OURS =
      Pattern.compile(
          "h\\d+(\\.lost)?(/\\d+(/(images(/" + IMAGE + ")?|records(/\\d+(\\.(new|all))?)?))?)?");

  private static final Pattern RANK = Pattern.compile("\\d{1,9}");

  private static final String IDENTITY = "job";

  private final Path root;
  private final String job;

  private CopyDirectory(Path root, String job) {
    this.root = root;
    this.job = job;
  }

  /**
   * The part of a job in the directory that all its hosts share.
   *
   * @param directory the user's
   * @param job identity of the job
   */
  public static CopyDirectory in(Path directory, String job) {
    return new CopyDirectory(directory.resolve("ftmpj-" + job), job);
  }

  /**
   * The directory in which a host keeps what others copy to it.
   *
   * @param root is it
   */
  static CopyDirectory at(Path root, String job) {
    return new CopyDirectory(root, job);
  }

  Path root() {
    return root;
  }

  /**
   * Makes it, before any host does something there.
   *
   * @throws FtmpjException NOT_SHARED
   */
  public void create() {
    try {
      Files.createDirectories(root.getParent());
      make(root);
      OnlyUser.write(root.resolve(IDENTITY), job.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw notShared("cannot be written", e);
    }
  }

  /**
   * Opens the directory for a resumed job: files of an earlier run stay.
   *
   * @throws FtmpjException NOT_SHARED
   * @throws FtmpjException NOT_SHARED
   */
  public void open() {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      create();
      return;
    }
    try {
      requireOnlyUsers();
      if (!isOfThisJob()) {
        throw notShared("has " + root.getFileName() + " of something else", null);
      }
    } catch (IOException e) {
      throw notShared("cannot be read", e);
    }
  }

  /**
   * Makes the part of a host.
   *
   * @throws FtmpjException NOT_SHARED if the launcher's is not there
   */
  public void enter(int host) {
    enter(() -> make(host(host)));
  }

  /**
   * Opens the part of a host in a resumed job, which may exist. It may have been given up in a run
   * that ended before that was noted.
   *
   * @throws FtmpjException NOT_SHARED if the launcher's is not there
   */
  public void reenter(int host) {
    enter(
        () -> {
          if (Files.isDirectory(lost(host)) && !Files.exists(host(host))) {
            Files.move(lost(host), host(host), StandardCopyOption.ATOMIC_MOVE);
          }
          makeIfMissing(host(host));
        });
  }

  private interface Making {
    void run() throws IOException;
  }

  private void enter(Making part) {
    try {
      if (!isOfThisJob()) {
        throw notShared("is not the launcher's of that name", null);
      }
      part.run();
    } catch (IOException e) {
      throw notShared("is not the launcher's of that name, or cannot be written", e);
    }
  }

  private boolean isOfThisJob() throws IOException {
    return Files.exists(root.resolve(IDENTITY))
        && isOnlyUsers(root)
        && Files.readString(root.resolve(IDENTITY)).equals(job);
  }

  /** Whether only its user can have put something into it: another owner could have made a link. */
  static boolean isOnlyUsers(Path directory) throws IOException {
    Ownership its = Ownership.of(directory, LinkOption.NOFOLLOW_LINKS);
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && its.isOurs()
        && !its.canOthersUse();
  }

  /** Nothing of it is believed otherwise: it may say what a rank restarts from. */
  private void requireOnlyUsers() {
    try {
      if (!isOnlyUsers(root)) {
        throw new FtmpjException(
            ErrorCode.FOREIGN_FILE,
            root + " has copies of checkpoints that another user may have put there");
      }
    } catch (NoSuchFileException none) {
      return;
    } catch (IOException e) {
      throw notShared("cannot be read", e);
    }
  }

  private FtmpjException notShared(String what, IOException e) {
    String why = e == null ? "" : ": " + Reason.of(e);
    return new FtmpjException(
        ErrorCode.NOT_SHARED, "The directory " + root.getParent() + " " + what + why, e);
  }

  private static void make(Path directory) throws IOException {
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static void makeIfMissing(Path directory) throws IOException {
    try {
      make(directory);
    } catch (FileAlreadyExistsException before) {
      if (!Files.isDirectory(directory)) {
        throw before;
      }
    }
  }

  private Path host(int host) {
    return root.resolve("h" + host);
  }

  private Path lost(int host) {
    return root.resolve("h" + host + ".lost");
  }

  /**
   * Closes the copies of a host that was given up. It may be called again, and by several hosts.
   *
   * @throws FtmpjException NOT_SHARED
   */
  public void fence(int host) {
    try {
      Files.move(host(host), lost(host), StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException done) {
      return; // By another host, or it has none.
    } catch (IOException e) {
      throw notShared("cannot be written", e);
    }
  }

  /** The copies that one host has made of a rank. */
  record OfRank(Path directory, int host, int rank) {
    Path images() {
      return directory.resolve("images");
    }

    Path records() {
      return directory.resolve("records");
    }
  }

  OfRank of(int host, int rank) {
    return new OfRank(host(host).resolve(Integer.toString(rank)), host, rank);
  }

  /** Finds the copies of a host that may be given up. */
  OfRank found(int host, int rank) {
    requireOnlyUsers();
    return new OfRank(part(host).resolve(Integer.toString(rank)), host, rank);
  }

  /** The copies that such a host has made of all its ranks; none if they cannot be read. */
  List<OfRank> found(int host) {
    requireOnlyUsers();
    try {
      return list(part(host)).stream()
          .filter(each -> RANK.matcher(each.getFileName().toString()).matches())
          .map(each -> new OfRank(each, host, Integer.parseInt(each.getFileName().toString())))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private Path part(int host) {
    return Files.isDirectory(lost(host)) ? lost(host) : host(host);
  }

  /** Makes the place where a host copies a rank. */
  OfRank make(int host, int rank) throws IOException {
    OfRank made = of(host, rank);
    for (Path each : List.of(made.directory(), made.images(), made.records())) {
      makeIfMissing(each);
    }
    return made;
  }

  /**
   * Removes the parts of these hosts, and the whole when no host has a part any more.
   *
   * @param notice is told which files stay because they are not FTMPJ's or cannot be removed
   */
  public void leave(List<Integer> hosts, Consumer<String> notice) {
    remove(hosts.stream().flatMap(each -> Stream.of(host(each), lost(each))).toList(), notice);
  }

  /** Removes all copies, when the job has no process on any host. */
  public void removeAll(Consumer<String> notice) {
    try {
      remove(
          list(root).stream().filter(each -> !each.equals(root.resolve(IDENTITY))).toList(),
          notice);
    } catch (IOException e) {
      notice.accept(root + " cannot be read: " + Reason.of(e));
    }
  }

  private void remove(List<Path> parts, Consumer<String> notice) {
    List<String> stays = new ArrayList<>();
    parts.forEach(part -> remove(part, stays));
    end(stays);
    if (!stays.isEmpty()) {
      notice.accept("of the copies of checkpoints stays " + String.join(", ", stays));
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    } catch (NoSuchFileException gone) {
      return List.of();
    }
  }

  private void remove(Path part, List<String> stays) {
    try {
      if (!isOfThisJob()) {
        return;
      }
      List<Path> all = new ArrayList<>();
      try (Stream<Path> walk = Files.walk(part)) {
        walk.forEach(all::add);
      }
      Collections.reverse(all);
      for (Path each : all) {
        if (OURS.matcher(root.relativize(each).toString()).matches()) {
          Files.deleteIfExists(each);
        } else {
          stays.add(each.toString());
        }
      }
    } catch (NoSuchFileException gone) {
      return; // Another process has removed it.
    } catch (DirectoryNotEmptyException e) {
      stays.add(e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      stays.add(part + ": " + e.getMessage());
    }
  }

  private void end(List<String> stays) {
    try {
      boolean last = list(root).stream().allMatch(root.resolve(IDENTITY)::equals);
      if (last && isOfThisJob()) {
        Files.deleteIfExists(root.resolve(IDENTITY));
        Files.deleteIfExists(root);
      }
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      stays.add(root + ": " + Reason.of(e));
    }
  }
}
