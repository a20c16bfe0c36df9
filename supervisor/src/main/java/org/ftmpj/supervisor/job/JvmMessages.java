package org.ftmpj.supervisor.job;

import java.nio.file.Path;
import java.util.List;

/** Where the Java virtual machines that FTMPJ starts say what they have to say themselves. */
public final class JvmMessages {
  private JvmMessages() {}

  /**
   * Options for before those of the user, which count more. Warnings, which the virtual machine
   * would write to standard output, go to standard error, so that they do not stand among what the
   * program prints; but for those of an archive of classes, see {@link ClassArchive}.
   *
   * @param crash the file for the report if the virtual machine crashes; its default is the working
   *     directory
   */
  public static List<String> options(Path crash) {
    return List.of("-Xlog:disable", "-Xlog:all=warning,cds=off:stderr", "-XX:ErrorFile=" + crash);
  }
}
