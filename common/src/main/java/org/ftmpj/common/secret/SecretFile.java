package org.ftmpj.common.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.Ownership;

/**
 * A file with a secret that a user has named. It has to be the user's alone: mode 0600 or less, or,
 * where it belongs to root, 0640 or less, as files do that a cluster gives to a container. The
 * secret has to be hard to guess: 128 random bits, as far as a look at it tells.
 */
public final class SecretFile {
  private static final int ENOUGH_BITS = 128;
  private static final int FEWEST_DIFFERENT = 8;

  /** Bits of a mode that a file of root's must not have. */
  private static final int TOO_MUCH_OF_ROOTS = 037;

  private SecretFile() {}

  /**
   * The text of the file, without white space around it.
   *
   * @throws FtmpjException SECRET_EXPOSED, WEAK_SECRET; WRONG_SECRET if it cannot be read
   */
  public static String read(Path file) {
    try {
      requireOnlyUsers(file);
      String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
      if (!isStrong(text)) {
        throw new FtmpjException(
            ErrorCode.WEAK_SECRET,
            "the secret in %s has %d characters, which somebody could guess"
                .formatted(file, text.length()));
      }
      return text;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET,
          "the secret cannot be read from " + file + " (" + Reason.of(e) + ")",
          e);
    }
  }

  private static void requireOnlyUsers(Path file) throws IOException {
    Ownership its = Ownership.of(file);
    boolean isOurs = its.isOurs() && !its.canOthersUse();
    if (!isOurs && !(its.isRoots() && (its.mode() & TOO_MUCH_OF_ROOTS) == 0)) {
      String what =
          its.isOurs() || its.isRoots()
              ? "has mode " + its.permissions() + ": others can use it"
              : "belongs to another user";
      throw new FtmpjException(
          ErrorCode.SECRET_EXPOSED, "the file with the secret, " + file + ", " + what);
    }
  }

  /** Whether the text may be random, and is long enough in that case. */
  static boolean isStrong(String text) {
    long different = text.chars().distinct().count();
    return different >= FEWEST_DIFFERENT
        && length(text) * Math.log(alphabet(text)) / Math.log(2) >= ENOUGH_BITS;
  }

  /** The length of the text without repetitions. */
  private static int length(String text) {
    for (int period = 1; period <= text.length() / 2; period++) {
      if (text.startsWith(text.substring(period))) {
        return period;
      }
    }
    return text.length();
  }

  /** The number of characters from which each one seems to be drawn. */
  private static int alphabet(String text) {
    if (text.matches("\\d*")) {
      return 10;
    }
    if (text.matches("[0-9a-f]*|[0-9A-F]*")) {
      return 16;
    }
    if (text.matches("[a-z]*|[A-Z]*")) {
      return 26;
    }
    return text.matches("[0-9a-z]*|[0-9A-Z]*") ? 36 : 64;
  }
}
