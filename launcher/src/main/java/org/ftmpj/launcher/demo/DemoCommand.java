package org.ftmpj.launcher.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.launcher.Checked;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.JavaProgram;
import org.ftmpj.launcher.program.RunRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ftmpj demo}: the Mandelbrot farm without failure, then with two of its ranks killed, and
 * whether the picture is the same.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Kills ranks of a running program and compares its result with the right one.",
    footer = {"", "Exit code: 0 if the results are the same (PASS), 1 if not (FAIL)."})
public final class DemoCommand implements Callable<Integer>, Checked {
  private static final String MAIN = "org.ftmpj.samples.mandelbrot.Mandelbrot";
  private static final int RANKS = 4;
  private static final int MOST_PIXELS = 10_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      description = "process or host (default: ${DEFAULT-VALUE}).",
      defaultValue = "process")
  private String durability;

  @Option(
      names = "--size",
      paramLabel = "PIXELS",
      description = "Width and height of the picture (default: ${DEFAULT-VALUE}).",
      defaultValue = "900")
  private int size;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Most iterations for a pixel: the work (default: ${DEFAULT-VALUE}).",
      defaultValue = "10000")
  private int iterations;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the pictures go (default: .ftmpj/demo below FTMPJ's directory).")
  private Path directory;

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (size < 1 || size > MOST_PIXELS) {
      problems.add("--size must be 1 to " + MOST_PIXELS);
    }
    if (iterations < 1) {
      problems.add("--iterations must be at least 1");
    }
    if (Stream.of(Durability.PROCESS, Durability.HOST)
        .noneMatch(d -> d.name().equalsIgnoreCase(durability))) {
      problems.add("--durability must be process or host, not '" + durability + "'");
    }
    return problems;
  }

  @Override
  public Integer call() throws Exception {
    Installation installation = Installation.find(System.getenv());
    Path pictures = directory == null ? installation.home().resolve(".ftmpj/demo") : directory;
    Files.createDirectories(pictures);
    PrintWriter out = spec.commandLine().getOut();
    Demo demo = new Demo(installation, options(), out);
    return demo.run(
            path -> request(installation, path),
            fresh(pictures, "without-failure.png"),
            fresh(pictures, "with-failures.png"))
        ? 0
        : 1;
  }

  private static Path fresh(Path directory, String name) throws IOException {
    Path picture = directory.resolve(name).toAbsolutePath();
    Files.deleteIfExists(picture);
    return picture;
  }

  private JobOptions options() {
    return JobOptions.plain(Durability.valueOf(durability.toUpperCase(Locale.ROOT)));
  }

  private RunRequest request(Installation installation, Path picture) {
    List<String> arguments = List.of("" + size, "" + size, "" + iterations, picture.toString());
    JavaProgram program = new JavaProgram(installation.samplesJar().toString(), MAIN, arguments);
    return new RunRequest(RANKS, program, List.of("-Xmx256m"));
  }
}
