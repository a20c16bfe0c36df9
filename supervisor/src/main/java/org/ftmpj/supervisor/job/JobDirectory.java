package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.job.Ownership;
import org.ftmpj.common.secret.SecretFile;
import org.ftmpj.supervisor.record.JobRecord;

/** Creates the directory of a job, for its user only, and locks it for this process. */
public final class JobDirectory {
  private static final int SECRET_BYTES = 32;

  private JobDirectory() {}

  /**
   * Creates the directory of a job.
   *
   * @param record written before anything else
   * @param directory must be missing or empty
   * @param secretFile copied; without it the secret is 32 random bytes in hexadecimal
   * @throws FtmpjException LOG_NOT_WRITABLE; FOREIGN_FILE if it is there and another user's
   */
  public static JobLayout create(JobRecord record, Path directory, Optional<Path> secretFile) {
    return create(record, directory, JobIdentity::create, () -> secret(secretFile));
  }

  /**
   * Creates the directory of a host's part of a job that has an identity already.
   *
   * @param record written before anything else
   * @param directory must be missing or empty
   * @param secret the job's
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static JobLayout create(
      JobRecord record, Path directory, JobIdentity identity, String secret) {
    return create(record, directory, identity::write, () -> secret + "\n");
  }

  /**
   * Creates such a directory with a secret from a file.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static JobLayout create(
      JobRecord record, Path directory, JobIdentity identity, Path secretFile) {
    return create(record, directory, identity::write, () -> secret(Optional.of(secretFile)));
  }

  private interface Naming {
    void write(JobLayout layout) throws IOException;
  }

  private interface Text {
    String get() throws IOException;
  }

  private static JobLayout create(JobRecord record, Path directory, Naming identity, Text secret) {
    UserDirectory jobs = UserDirectory.ofThisUser();
    try {
      // Before anything is made: what a user has named may be refused.
      String text = secret.get();
      if (jobs.path().equals(directory.getParent())) {
        jobs.fill(() -> makeEmpty(directory));
      } else {
        makeEmpty(directory);
      }
      JobLayout layout = new JobLayout(directory);
      JobLock.take(layout);
      record.write(layout.job());
      identity.write(layout);
      for (Path part : parts(layout)) {
        Files.createDirectory(part, OnlyUser.DIRECTORY);
      }
      Files.createFile(layout.secret(), OnlyUser.FILE);
      Files.writeString(layout.secret(), text);
      return layout;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "cannot make the job directory " + directory + " (" + Reason.of(e) + ")",
          e);
    }
  }

  /** The usual directory of a job of that name. */
  public static Path place(String name) {
    return UserDirectory.ofThisUser().path().resolve(name);
  }

  private static void makeEmpty(Path directory) throws IOException {
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      requireOurs(directory);
      try (Stream<Path> content = Files.list(directory)) {
        if (content.findAny().isPresent()) {
          throw new IOException("it is there and not empty");
        }
      }
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    } else {
      Files.createDirectories(directory, OnlyUser.DIRECTORY);
    }
  }

  /**
   * Requires that the directory is this user's: another owner could read its files, and replace
   * them.
   */
  private static void requireOurs(Path directory) throws IOException {
    if (!Ownership.isOurs(directory) || !Ownership.of(directory).isOurs()) {
      throw new FtmpjException(
          ErrorCode.FOREIGN_FILE, "the job directory " + directory + " belongs to another user");
    }
  }

  private static List<Path> parts(JobLayout layout) {
    return List.of(
        layout.channels(),
        layout.bulk(),
        layout.determinants(),
        layout.output(0).getParent(),
        layout.input(),
        layout.loggerCrash().getParent(),
        layout.incarnation(0).getParent(),
        layout.exitRecord(0).getParent(),
        layout.counters(0).getParent(),
        layout.waits(0).getParent(),
        layout.remote(0).getParent(),
        layout.appended(),
        layout.recovered(0, 0).getParent(),
        layout.stderr(0, 0).getParent(),
        layout.logger(),
        layout.supervisorEnd(0).getParent());
  }

  private static String secret(Optional<Path> file) throws IOException {
    if (file.isPresent()) {
      return SecretFile.read(file.get()) + "\n";
    }
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return HexFormat.of().formatHex(secret) + "\n";
  }
}
