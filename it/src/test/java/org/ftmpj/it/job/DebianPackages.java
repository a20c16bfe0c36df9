package org.ftmpj.it.job;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Packages of Debian, unpacked for tests into a directory that builds keep; nothing is installed.
 * Where they cannot be had, the test is left out and says why.
 */
public final class DebianPackages {
  private static final Path KEPT = Installation.root().resolve(".mpj/debian");
  private static final Path APT = Path.of("/usr/bin/apt-get");
  private static final int PATIENCE_S = 120;

  private DebianPackages() {}

  /** The directory that has their files, from {@code usr} on. */
  public static Path unpacked(String... packages) throws IOException, InterruptedException {
    Path unpacked = KEPT.resolve(String.join("+", packages));
    if (!Files.exists(unpacked)) {
      Files.createDirectories(KEPT);
      Path made = Files.createTempDirectory(KEPT, "new");
      try {
        unpack(List.of(packages), made);
        Files.move(made, unpacked);
      } finally {
        Jobs.delete(made);
      }
    }
    return unpacked;
  }

  private static void unpack(List<String> packages, Path to)
      throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(APT), "there is no " + APT + " to get " + packages);
    Path files = Files.createTempDirectory(KEPT, "packages");
    try {
      List<String> download = new ArrayList<>(List.of(APT.toString(), "download", "-q"));
      download.addAll(packages);
      if (!succeeds(download, files)) {
        succeeds(List.of(APT.toString(), "update", "-q"), files); // which only root can
        assumeTrue(succeeds(download, files), "apt-get cannot download " + packages);
      }
      try (Stream<Path> all = Files.list(files)) {
        for (Path file : all.filter(file -> file.toString().endsWith(".deb")).toList()) {
          List<String> unpack = List.of("dpkg", "-x", file.toString(), to.toString());
          if (!succeeds(unpack, files)) {
            throw new IOException(file + " cannot be unpacked");
          }
        }
      }
    } finally {
      Jobs.delete(files);
    }
  }

  private static boolean succeeds(List<String> command, Path directory)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return false;
    }
    return process.exitValue() == 0;
  }
}
