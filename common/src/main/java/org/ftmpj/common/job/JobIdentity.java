package org.ftmpj.common.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The identity of a job, which differs from that of every other one, even if the directory has the
 * same name: its event logger, which may serve many jobs, knows it by that. It is drawn when the
 * job begins, and stored in its directory, so that it stays the same if the directory is moved or
 * copied.
 *
 * @param name the directory's first name, as far as it is plain, and 64 random bits
 * @param name the directory's name then, as far as it is plain, and 64 random bits
 */
public record JobIdentity(String name) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{0,40}-[0-9a-f]{16}");

  private static final int MAX_LEGIBLE = 40;
  private static final int RANDOM_BYTES = 8;

  /**
   * Requires a valid name.
   *
   * @throws IllegalArgumentException if it cannot be the name of a job
   */
  public JobIdentity {
    if (!isOne(name)) {
      throw new IllegalArgumentException("'" + name + "' is not the identity of a job");
    }
  }

  /** Whether the name can be that of a job. */
  public static boolean isOne(String name) {
    return FORM.matcher(name).matches();
  }

  /** The name of the job for users: without its random bits. */
  public String legible() {
    return name.substring(0, name.length() - 2 * RANDOM_BYTES - 1);
  }

  /**
   * Draws the identity of a new job and writes it into its directory.
   *
   * @throws IOException if it cannot be written, or exists already
   */
  public static JobIdentity create(JobLayout layout) throws IOException {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String legible = layout.name().replaceAll("[^A-Za-z0-9._-]", "_");
    String cut = legible.substring(0, Math.min(MAX_LEGIBLE, legible.length()));
    JobIdentity identity = new JobIdentity(cut + "-" + HexFormat.of().formatHex(random));
    identity.write(layout);
    return identity;
  }

  /**
   * Writes it into a directory of the job.
   *
   * @throws IOException if it cannot be written, or one exists already
   */
  public void write(JobLayout layout) throws IOException {
    Files.createFile(layout.identity(), OnlyUser.FILE);
    Files.writeString(layout.identity(), name + "\n");
  }

  /**
   * The identity of the job in that directory.
   *
   * @throws FtmpjException LOG_CORRUPT if it is missing or damaged
   */
  public static JobIdentity of(JobLayout layout) {
    Path file = layout.identity();
    try {
      return new JobIdentity(Files.readString(file).strip());
    } catch (IOException | IllegalArgumentException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          String.format(Locale.ROOT, "%s does not say which job it is (%s)", file, Reason.of(e)),
          e);
    }
  }
}
