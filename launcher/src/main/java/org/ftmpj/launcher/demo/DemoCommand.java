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
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.JavaProgram;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.job.UserFiles;
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
public final class DemoCommand implements Callable<Integer>, ValidatedCommand {
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
      description =
          "Largest number of iterations for a pixel, which sets the amount of work (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "10000")
  private int iterations;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Directory for the pictures (default: .ftmpj/demo below FTMPJ's directory, or"
              + " ftmpj/demo below $XDG_DATA_HOME (~/.local/share) if you may not write there).")
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
    Path pictures = pictures(installation);
    PrintWriter out = spec.commandLine().getOut();
    Demo demo = new Demo(installation, options(), out);
    return demo.run(
            path -> request(installation, path),
            fresh(pictures, "without-failure.png"),
            fresh(pictures, "with-failures.png"))
        ? 0
        : 1;
  }

  private Path pictures(Installation installation) {
    Path usual = installation.home().resolve(".ftmpj/demo");
    Path pictures = directory == null ? UserFiles.ofThisUser().data(usual, "demo") : directory;
    try {
      return Files.createDirectories(pictures);
    } catch (IOException e) {
      throw notWritable(pictures, e);
    }
  }

  private static Path fresh(Path directory, String name) {
    Path picture = directory.resolve(name).toAbsolutePath();
    try {
      Files.deleteIfExists(picture);
      return picture;
    } catch (IOException e) {
      throw notWritable(picture, e);
    }
  }

  private static FtmpjException notWritable(Path file, IOException why) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE,
        "cannot write pictures to " + file + " (" + Reason.of(why) + "), --dir names another place",
        why);
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
