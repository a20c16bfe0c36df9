package org.ftmpj.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the ping-pong on stock MPJ Express and on FTMPJ at each level, in turns, several times, and
 * compares the medians. Run it on an otherwise idle machine.
 */
public final class BenchmarkMain {
  private static final int REPETITIONS = 5;

  private BenchmarkMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length > 3 || args.length < 1) {
      System.err.println("Arguments: ftmpj.jar [repetitions [results.json]]");
      System.exit(2);
    }
    Path launcher = Path.of(args[0]).toAbsolutePath();
    int repetitions = args.length > 1 ? Integer.parseInt(args[1]) : REPETITIONS;
    Results results = new Results();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (Variant variant : Variant.values()) {
        System.err.println("run " + repetition + " of " + repetitions + ": " + variant.title());
        run(launcher, variant, results);
      }
    }
    System.out.printf(
        "Java %s, %d processors, %d runs of each, in turns%n%n%s",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        repetitions,
        results.markdown());
    if (args.length > 2) {
      Files.writeString(Path.of(args[2]), results.json());
    } else {
      System.out.print("\n" + results.json());
    }
  }

  private static void run(Path launcher, Variant variant, Results results)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                launcher.toString(),
                "run",
                "-np",
                "2",
                "-cp",
                ownCode().toString()));
    command.addAll(variant.options());
    command.add(PingPong.class.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    int lines = 0;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines += results.add(variant, line) ? 1 : 0;
      }
    }
    int status = process.waitFor();
    if (status != 0 || lines == 0) {
      throw new IllegalStateException(
          variant.title() + " ended with " + status + " and " + lines + " lines of results");
    }
  }

  private static Path ownCode() {
    try {
      return Path.of(
          BenchmarkMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
