package org.ftmpj.launcher;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.Job;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.Program;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.stock.StockJob;
import org.ftmpj.protocol.config.Configuration;
import org.ftmpj.protocol.config.Options;
import org.ftmpj.supervisor.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj run}: runs a program as a job of N ranks. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs an MPJ Express program. Ranks that die are restarted where they were.",
    customSynopsis = {
      "ftmpj run -np N [OPTIONS] [-cp PATH] Main [ARGUMENT...]",
      "ftmpj run -np N [OPTIONS] -jar FILE [ARGUMENT...]"
    },
    footer = {
      "",
      "Exit code: that of the first rank that ends with another code than 0, which ends the job;",
      "0 if all end with 0; 70 if FTMPJ cannot go on; 130 or 143 after Ctrl-C or SIGTERM."
    })
final class RunCommand implements Callable<Integer> {
  private static final int MOST_RANKS = 1024;

  @Spec private CommandSpec spec;

  @Option(names = "-np", required = true, paramLabel = "N", description = "Number of ranks.")
  private int size;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Class path of the program; else $CLASSPATH, else the working directory.")
  private String classPath;

  @Option(
      names = "-jar",
      description = "The program is the jar FILE, run by its manifest's Main-Class.")
  private boolean jar;

  @Option(
      names = "-J",
      paramLabel = "JVM-ARG",
      description = "An argument for the JVM of every rank; can be given several times.")
  private List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file with options, see docs/options.md.")
  private Path config;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      description = "Survive the death of ranks (process) or of whole hosts (host).")
  private String durability;

  @Option(
      names = "--logger",
      paramLabel = "HOST:PORT",
      description = "At level host: a running event logger, instead of one of the job's own.")
  private String logger;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "The secret shared with the event logger given.")
  private Path secretFile;

  @Option(names = "--label", description = "Begin each line of output with its rank.")
  private boolean label;

  @Option(names = "--keep", description = "Keep the job directory and say where it is.")
  private boolean keep;

  @Option(
      names = "--job-dir",
      paramLabel = "DIR",
      description = "Use that directory for the job; must not be there or be empty.")
  private Path jobDirectory;

  @Option(
      names = "--stock",
      description = "Run on MPJ Express's own niodev, without FTMPJ, for comparison.")
  private boolean stock;

  @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "Main class or jar, arguments.")
  private List<String> program;

  @Override
  public Integer call() throws Exception {
    check();
    RunRequest request = new RunRequest(size, program(), jvmArguments);
    Installation installation = Installation.find(System.getenv());
    try (Console console = Console.standard(label)) {
      return stock
          ? new StockJob(request, installation, console).run()
          : new Job(request, options(), installation, console, (rank, event) -> {}).run();
    }
  }

  private void check() {
    require(size >= 1 && size <= MOST_RANKS, "-np must be 1 to " + MOST_RANKS);
    require(!jar || classPath == null, "-jar and -cp exclude each other, as for java");
    require(secretFile == null || logger != null, "--secret-file is of use with --logger only");
  }

  private void require(boolean condition, String problem) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }

  private Program program() {
    String name = program.get(0);
    List<String> arguments = program.subList(1, program.size());
    return jar
        ? Program.ofJar(Path.of(name), arguments)
        : new Program(classPath(), name, arguments);
  }

  private String classPath() {
    return Optional.ofNullable(classPath)
        .or(() -> Optional.ofNullable(System.getenv("CLASSPATH")).filter(path -> !path.isBlank()))
        .orElse(".");
  }

  /** Options of the command line stand above all places where options can be set. */
  private JobOptions options() {
    Configuration configuration =
        Configuration.resolve(null, systemProperties(), System.getenv(), RunCommand::properties);
    return new JobOptions(
        configuration.get(Options.DURABILITY),
        configuration.find(Options.LOGGER),
        Optional.ofNullable(secretFile),
        configuration.find(Options.CONFIG),
        Optional.ofNullable(jobDirectory),
        keep);
  }

  /** Those that the ranks will have, and before them the options of this command. */
  private Properties systemProperties() {
    Properties properties = new Properties();
    for (String argument : jvmArguments) {
      int equals = argument.indexOf('=');
      if (argument.startsWith("-D") && equals > 0) {
        properties.setProperty(argument.substring(2, equals), argument.substring(equals + 1));
      }
    }
    set(properties, Options.CONFIG, config);
    set(properties, Options.DURABILITY, durability);
    set(properties, Options.LOGGER, logger);
    return properties;
  }

  private static void set(
      Properties properties, org.ftmpj.protocol.config.Option<?> option, Object value) {
    if (value != null) {
      properties.setProperty(option.property(), value.toString());
    }
  }

  private static Properties properties(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }
}
