package org.ftmpj.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.ftmpj.common.config.CheckpointRules;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.hosts.AttachArguments;
import org.ftmpj.launcher.hosts.HostsArguments;
import org.ftmpj.launcher.hosts.HostsJob;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.Job;
import org.ftmpj.launcher.job.JobCoordinator;
import org.ftmpj.launcher.job.JobMetrics;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.ClassPath;
import org.ftmpj.launcher.program.JavaProgram;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.stock.StockJob;
import org.ftmpj.logger.metrics.MetricsAddress;
import org.ftmpj.logger.metrics.MetricsEndpoint;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.rank.HangPolicy;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code ftmpj run}: runs a program as a job of N ranks. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs an MPJ Express program. Dead ranks are restarted and recovered.",
    customSynopsis = {
      "ftmpj run -np N [OPTIONS] [-cp PATH] Main [ARGUMENT...]",
      "ftmpj run -np N [OPTIONS] -jar FILE [ARGUMENT...]",
      "ftmpj run --attach JOB [--from-start] [--logger ADDRESSES --secret-file FILE]"
    },
    footer = {
      "",
      "Exit code: that of the first rank that ends with a code other than 0, which ends"
          + " the job; 0 if all end with 0; 64 if the command line is wrong; 70 if FTMPJ cannot"
          + " continue, or the ranks' output cannot be written; 130 or 143 after Ctrl-C or"
          + " SIGTERM; 75 if it was stopped, by --walltime or `ftmpj checkpoint --stop`, and can"
          + " be resumed."
    })
final class RunCommand implements Callable<Integer>, ValidatedCommand {
  private static final int MOST_RANKS = 1024;

  @Option(
      names = {"-np", "-n"},
      paramLabel = "N",
      defaultValue = "${env:SLURM_NTASKS}",
      description = "Number of ranks; in a job of Slurm, the default is its number of tasks.")
  private Integer size;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Class path of the program; else $CLASSPATH, else the working directory.")
  private String classPath;

  @Option(names = "-jar", description = "Run the Main-Class of the manifest of the jar FILE.")
  private boolean jar;

  @Option(
      names = "-J",
      paramLabel = "JVM-ARG",
      parameterConsumer = AnyWord.class,
      description = "An argument for the JVM of every rank; can be given several times.")
  private List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      description = "A system property of every rank, as -J -DNAME=VALUE.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file with options, see docs/options.md.")
  private Path config;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      description =
          "Survive the death of ranks (process), with the history kept outside their hosts (host),"
              + " by several event loggers (quorum).")
  private String durability;

  @Mixin private LoggerArguments loggers = new LoggerArguments();
  @Mixin private CheckpointArguments checkpoints = new CheckpointArguments();
  @Mixin private WallTimeArgument wallTime = new WallTimeArgument();
  @Mixin private LogMaxArgument logMax = new LogMaxArgument();
  @Mixin private HostsArguments hosts = new HostsArguments();
  @Mixin private AttachArguments attached = new AttachArguments();

  @Option(names = "--label", description = "Begin each line of output with its rank.")
  private boolean label;

  @Option(names = "--keep", description = "Keep the job directory and say where it is.")
  private boolean keep;

  @Option(
      names = "--record",
      description =
          "Keep the job's logs, so that `ftmpj verify` can repeat its ranks and compare them.")
  private boolean record;

  @Option(
      names = "--stats",
      description = "Report at the end what the ranks have done, see docs/statistics.md.")
  private boolean statistics;

  @Option(
      names = "--metrics",
      paramLabel = "[HOST:]PORT",
      description =
          "Serve metrics for Prometheus at this address while the job runs, see"
              + " docs/metrics.md; on the loopback address if no host is given.")
  private String metrics;

  @Option(
      names = "--job-dir",
      paramLabel = "DIR",
      description = "Use this directory for the job; it must be empty or not exist.")
  private Path jobDirectory;

  @Option(
      names = "--stock",
      description = "Run on MPJ Express's own niodev, without FTMPJ, for comparison.")
  private boolean stock;

  @Parameters(arity = "0..*", paramLabel = "PROGRAM", description = "Main class or jar, arguments.")
  private List<String> program = new ArrayList<>();

  /** The argument after -J is for Java, even if it looks like an option of this command. */
  static final class AnyWord implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
      if (args.isEmpty()) {
        throw new ParameterException(command.commandLine(), "-J needs an argument for the JVM");
      }
      List<String> before = option.getValue();
      List<String> all = new ArrayList<>(before);
      all.add(args.pop());
      option.setValue(all);
    }
  }

  @Override
  public Integer call() throws Exception {
    if (attached.isGiven()) {
      return attached.run(loggers.named(), loggers.secretFile().orElse(null), hosts.bind(), label);
    }
    RunRequest request = new RunRequest(size, program(), argumentsOfRanks());
    Optional<JobOptions> options = stock ? Optional.empty() : Optional.of(options());
    Installation installation = Installation.find(System.getenv());
    List<String> missing = ClassPath.of(request, installation.mpjJar()).requireMainClass();
    try (Console console = Console.standard(label)) {
      if (!missing.isEmpty()) {
        console.notice("not there, though on the class path: " + String.join(", ", missing));
      }
      int code = run(request, options, installation, console);
      if (code == 0 && console.loss().isPresent()) {
        throw console.loss().get();
      }
      return code;
    }
  }

  private int run(
      RunRequest request, Optional<JobOptions> options, Installation installation, Console console)
      throws InterruptedException, IOException {
    if (options.isEmpty()) {
      return new StockJob(request, installation, console).run();
    }
    OrphanedJobs.hintAt(console);
    return metrics == null
        ? job(request, options.get(), installation, console, (rank, event) -> {}).run()
        : runMeasured(request, options.get(), installation, console);
  }

  private int runMeasured(
      RunRequest request, JobOptions options, Installation installation, Console console)
      throws InterruptedException {
    JobMetrics figures = new JobMetrics(request.size());
    JobCoordinator job = job(request, options, installation, console, figures);
    figures.follow(job.figures(), console);
    try (MetricsEndpoint endpoint =
        MetricsEndpoint.start(MetricsAddress.parse(metrics), figures.registry())) {
      console.notice("metrics at " + endpoint.url());
      return job.run();
    }
  }

  private JobCoordinator job(
      RunRequest request,
      JobOptions options,
      Installation installation,
      Console console,
      JobObserver observer) {
    return hosts.areGiven()
        ? new HostsJob(
            request,
            options,
            hosts.resolve(request.size(), installation, rankOptions().resolve()),
            installation,
            console,
            observer)
        : new Job(request, options, installation, console, observer);
  }

  @Override
  public List<String> problems() {
    if (attached.isGiven()) {
      return attached.problems(aboutProgram());
    }
    List<String> problems = new ArrayList<>(attached.problems(List.of()));
    require(size != null, "Missing required option: '-np=N'", problems);
    require(!program.isEmpty(), "Missing required parameter: 'PROGRAM'", problems);
    require(
        size == null || size >= 1 && size <= MOST_RANKS,
        "-np must be 1 to " + MOST_RANKS,
        problems);
    require(!jar || classPath == null, "-jar and -cp exclude each other, as for java", problems);
    List<String> ignored = ignoredByStock();
    require(
        !stock || ignored.isEmpty(),
        "--stock runs without FTMPJ, so these have no effect: " + String.join(", ", ignored),
        problems);
    problems.addAll(loggers.problems(durability, jvmArguments(), hosts.areGiven()));
    try {
      MetricsAddress.parse(metrics == null ? "0" : metrics);
    } catch (IllegalArgumentException e) {
      problems.add("--metrics: " + e.getMessage());
    }
    Optional<String> ofWallTime = wallTime.problem();
    ofWallTime.ifPresent(problems::add);
    logMax.problem().ifPresent(problems::add);
    problems.addAll(hosts.problems());
    return problems;
  }

  /** The given arguments that are useless without one. */
  private List<String> aboutProgram() {
    List<String> given = ignoredByStock();
    given.removeAll(List.of("--logger", "--secret-file", "--bind"));
    given.addAll(program);
    return given;
  }

  private List<String> ignoredByStock() {
    Map<String, Object> ofFtmpj = new LinkedHashMap<>();
    ofFtmpj.put("--config", config);
    ofFtmpj.put("--durability", durability);
    loggers.given().forEach(name -> ofFtmpj.put(name, true));
    checkpoints.given().forEach(name -> ofFtmpj.put(name, true));
    ofFtmpj.put("--walltime", wallTime.isGiven() ? true : null);
    ofFtmpj.put("--log-max", logMax.isGiven() ? true : null);
    ofFtmpj.put("--secret-file", loggers.secretFile().orElse(null));
    ofFtmpj.put("--keep", keep ? true : null);
    ofFtmpj.put("--record", record ? true : null);
    ofFtmpj.put("--stats", statistics ? true : null);
    ofFtmpj.put("--metrics", metrics);
    ofFtmpj.put("--job-dir", jobDirectory);
    List<String> given = new ArrayList<>();
    ofFtmpj.forEach(
        (name, value) -> {
          if (value != null) {
            given.add(name);
          }
        });
    given.addAll(hosts.given());
    jvmArguments().stream().filter(argument -> argument.startsWith("-Dft.")).forEach(given::add);
    return given;
  }

  @Override
  public List<String> optionProblems() {
    try {
      rankOptions().resolve();
      return List.of();
    } catch (FtmpjException e) {
      return List.of(e.what());
    }
  }

  private static void require(boolean condition, String problem, List<String> problems) {
    if (!condition) {
      problems.add(problem);
    }
  }

  private JavaProgram program() {
    String name = program.get(0);
    List<String> arguments = program.subList(1, program.size());
    return jar
        ? JavaProgram.ofJar(Path.of(name), arguments)
        : new JavaProgram(classPath(), name, arguments);
  }

  private String classPath() {
    return Optional.ofNullable(classPath)
        .or(() -> Optional.ofNullable(System.getenv("CLASSPATH")).filter(path -> !path.isBlank()))
        .orElse(".");
  }

  private JobOptions options() {
    Configuration configuration = rankOptions().resolve();
    new JobRules(configuration, loggers.own(), hosts.areGiven()).check();
    LogQuota quota = LogQuota.of(configuration);
    return new JobOptions(
        loggers.own() > 0 ? Durability.QUORUM : configuration.get(Options.DURABILITY),
        configuration.find(Options.LOGGER),
        configuration.find(Options.LOGGERS),
        loggers.own(),
        loggers.secretFile(),
        configuration.find(Options.CONFIG),
        Optional.ofNullable(jobDirectory),
        configuration.get(Options.LOG_RESERVE),
        quota.segmentMib(configuration, size),
        HangPolicy.of(configuration),
        keep,
        record,
        CheckpointRules.of(configuration).areOn(),
        wallTime.time(),
        quota,
        statistics);
  }

  private RankOptions rankOptions() {
    return new RankOptions(jvmArguments(), ofThisCommand());
  }

  private List<String> jvmArguments() {
    List<String> all = new ArrayList<>(jvmArguments);
    properties.forEach(property -> all.add("-D" + property));
    return all;
  }

  /** With the options that only ranks look at. */
  private List<String> argumentsOfRanks() {
    List<String> all = jvmArguments();
    all.addAll(checkpoints.jvmArguments());
    logMax.options().forEach((option, value) -> all.add("-D" + option.property() + "=" + value));
    return all;
  }

  private Map<org.ftmpj.common.config.Option<?>, String> ofThisCommand() {
    Map<org.ftmpj.common.config.Option<?>, String> set = new LinkedHashMap<>();
    put(set, Options.CONFIG, config);
    // The addresses, without which that level cannot be, are known when they are started.
    put(set, Options.DURABILITY, loggers.own() > 0 ? null : durability);
    checkpoints.options().forEach((option, value) -> put(set, option, value));
    logMax.options().forEach((option, value) -> put(set, option, value));
    loggers.options().forEach((option, value) -> put(set, option, value));
    return set;
  }

  private static void put(
      Map<org.ftmpj.common.config.Option<?>, String> set,
      org.ftmpj.common.config.Option<?> option,
      Object value) {
    if (value != null) {
      set.put(option, value.toString());
    }
  }
}
