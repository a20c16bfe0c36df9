package org.ftmpj.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs programs by the launcher, one at a time. */
final class Jobs {
  private final Path home;
  private final Path scratch;

  /**
   * A run that has ended well.
   *
   * @param seconds from before the launcher's start until after its end
   */
  record Run(List<String> out, double seconds) {}

  /**
   * @param home with what was built
   * @param scratch the working directory of programs
   */
  Jobs(Path home, Path scratch) {
    this.home = home;
    this.scratch = scratch;
  }

  /**
   * Runs a sample or a program of this module.
   *
   * @throws IllegalStateException if it ends with another exit code than 0
   */
  Run run(Variant variant, int ranks, String main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dftmpj.home=" + home);
    command.addAll(List.of("-jar", home.resolve("launcher/target/ftmpj.jar").toString(), "run"));
    command.addAll(List.of("-np", Integer.toString(ranks), "-cp", classPath()));
    command.addAll(variant.options());
    command.add(main);
    command.addAll(arguments);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectError(scratch.resolve("err").toFile())
            .start();
    List<String> out = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines.lines().forEach(out::add);
    }
    int status = process.waitFor();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (status != 0) {
      throw new IllegalStateException(
          "%s on %s ended with %d: %s"
              .formatted(main, variant.title(), status, Files.readString(scratch.resolve("err"))));
    }
    return new Run(out, seconds);
  }

  private String classPath() {
    return home.resolve("samples/target/classes") + ":" + home.resolve("benchmarks/target/classes");
  }
}
