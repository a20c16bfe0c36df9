package org.ftmpj.it.job;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another user of this machine: nobody. Only root can become one. */
public final class OtherUser {
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
  private static final List<String> BECOMES =
      List.of(
          SETPRIV.toString(), "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs");

  private OtherUser() {}

  /** Skips the test where there is none. */
  public static OtherUser orSkip() throws IOException {
    assumeTrue(
        (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0,
        "only root can become another user");
    assumeTrue(Files.isExecutable(SETPRIV), "there is no setpriv (util-linux)");
    return new OtherUser();
  }

  /**
   * Has the other user run a script.
   *
   * @return the lines that it writes to standard output
   */
  public List<String> sh(String script, String... arguments) {
    List<String> command = new ArrayList<>(BECOMES);
    command.addAll(List.of("/bin/sh", "-c", script, "sh"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
