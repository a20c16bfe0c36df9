package org.ftmpj.launcher;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import picocli.CommandLine.TypeConversionException;

/** Names of files: a Java virtual machine knows only characters that its locale has. */
final class FileNames {
  private static final String OF_LOCALE = System.getProperty("sun.jnu.encoding", "UTF-8");
  private static final File HERE = new File("/proc/self/cwd");

  private FileNames() {}

  /**
   * @throws TypeConversionException if no file can have that name here
   */
  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(problem("'" + name + "'"));
    }
  }

  /** The meaning of an exception that such a name causes. */
  static Optional<FtmpjException> unknown(Throwable thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof InvalidPathException name) {
        String what = problem("'" + name.getInput() + "'");
        return Optional.of(new FtmpjException(ErrorCode.LOCALE, what, e));
      }
    }
    return Optional.empty();
  }

  /** The reason why commands fail in a working directory with such a name. */
  static Optional<FtmpjException> unknownDirectory() {
    boolean known =
        OF_LOCALE.equals("UTF-8")
            || new File(System.getProperty("user.dir")).isDirectory()
            || !HERE.isDirectory();
    return known
        ? Optional.empty()
        : Optional.of(
            new FtmpjException(
                ErrorCode.LOCALE,
                problem("the name of the working directory")
                    + ": what is named relative to it is not found"));
  }

  private static String problem(String name) {
    return name + " has characters that the locale's character set, " + OF_LOCALE + ", lacks";
  }
}
