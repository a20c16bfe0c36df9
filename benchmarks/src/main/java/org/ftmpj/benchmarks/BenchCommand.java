package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.job.UserFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Measures in turns, on stock MPJ Express and on FTMPJ, and compares medians. */
@Command(
    name = "./ftmpj bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 100,
    description = {
      "Compares FTMPJ with stock MPJ Express: runs each benchmark on both, in turns, and"
          + " writes a report with medians and their ratios. For an otherwise idle machine.",
      ""
    },
    footer = {
      "",
      "Benchmarks: latency  half round trips from 1 B to 8 MiB, by name and by wildcard; with C Open MPI",
      "            samples  whole runs of the samples on 4 ranks",
      "            crowd    the same on 8 ranks",
      "            values   what it costs to record clocks and random numbers",
      "            threads  what it costs programs of one thread that they may start others",
      "            nas      the NAS kernels: time, scaling, and what had to be recorded",
      "            hosts    messages and NAS kernels between hosts (network namespaces): latency, bandwidth",
      "                     of one link and two, what each mechanism costs, and detection by its",
      "                     interval, what has to be recorded, the loss of a host; needs root",
      "            logger   determinants that an event logger takes, from 1 to 64 clients",
      "            ensembles the same from one, an ensemble of three, and several ensembles",
      "            start    programs that wait: time to start, memory, descriptors, disk space, by ranks",
      "            failure  runs with a kill on the way, recovery, and speed of the replay",
      "            pause    how long a program stands still for a checkpoint, and its size",
      "            age      recovery by the age of the job, with and without checkpoints",
      "            frequency run time by how often checkpoints are taken, by MPI/FT's calls and without",
      "            faults   run time with a kill on the way, with and without checkpoints",
      "            parts    what a recovery from a checkpoint consists of, in MPI/FT's two cases",
      "            instrumented what it costs that checkpoints could be taken",
      "            strategies mean run time under random failures, simulated: restart, coordinated, logging",
      "            failures the same measured, of a short job, by the failures in its time",
      "            messages messages per second, from 2 to 16 ranks, and what logs take for one",
      "            neighbours messages beside busy processes, on one core, and with half a processor",
      "            ranks    a message in jobs of 2 to 256 ranks, simulated in one thread",
      "            ring     tokens on a ring of processes that are killed one by one, and in pairs",
      "            deaths   from a death until all others know of it, among up to 64 processes",
      "            allocation heap that a rank takes for a message, stock and FTMPJ",
      "            hotpaths what each message passes, by JMH: time and allocated bytes",
      "",
      "In the directory of the report: report.md, results.json, results.csv, a plot of each series"
          + " that has sizes; written again after each benchmark."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String PATH = Objects.requireNonNullElse(System.getenv("PATH"), "");

  private static final Optional<OpenMpi> OPEN_MPI = OpenMpi.find(PATH);

  /** Names several benchmarks. */
  private static final String HOSTS = "hosts";

  private static final Latency LATENCY = new Latency(OPEN_MPI);

  private static final Benchmark START = new StartTimes(StartTimes.RANKS);

  private static final List<Benchmark> ALL =
      List.of(
          LATENCY,
          SampleTimes.samples(),
          SampleTimes.crowd(),
          SampleTimes.values(),
          SampleTimes.threads(),
          new Nas(),
          new LoggerThroughput(),
          new EnsembleThroughput(),
          START,
          new Failure(),
          new CheckpointPause(),
          new RecoveryByAge(),
          new CheckpointFrequency(),
          new FaultsByProgress(),
          new RecoveryParts(),
          new Instrumented(),
          new Strategies(),
          new RandomFailures(),
          new Messages(),
          new BusyNeighbours(),
          new RankScaling(),
          TokenRing.tokens(),
          TokenRing.deaths(),
          new Allocation(),
          new HotPaths());

  @Option(names = "--quick", description = "A tenth of the work, once: to see that it runs.")
  private boolean quick;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "Runs of each variant; 5, of some parts of hosts fewer.")
  private Integer repetitions;

  @Option(
      names = "--openmpi",
      description = {
        "Measure the latency of C Open MPI, too: gets Debian's openmpi-bin and"
            + " netpipe-openmpi if they are not there. What is there is measured in any case."
      })
  private boolean openMpi;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      split = ",",
      description = "Numbers of ranks of start; 1,8,32,64.")
  private List<Integer> ranks;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Where to put the report; else benchmarks/target/report, or ftmpj/bench below"
              + " $XDG_DATA_HOME (~/.local/share) if you may not write there.")
  private Path output;

  @Mixin private HostsSelection hosts;

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "What to measure; all.")
  private List<String> names = List.of();

  @Spec private CommandSpec spec;

  private BenchCommand() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new BenchCommand())
            .setParameterExceptionHandler(BenchCommand::badCommand)
            .setExecutionExceptionHandler(BenchCommand::failed)
            .execute(args));
  }

  /** The same code and exit code as of the launcher's commands. */
  private static int badCommand(ParameterException e, String[] args) {
    System.err.println(
        "ftmpj: FTMPJ-1601: ftmpj bench: " + e.getMessage() + ". See `./ftmpj bench --help`.");
    return ErrorCode.BAD_COMMAND.exitCode();
  }

  /** What cannot be measured has a code; everything else is a fault of ours, with its trace. */
  private static int failed(Exception e, CommandLine line, ParseResult parsed) throws Exception {
    if (e instanceof FtmpjException coded) {
      System.err.println("ftmpj: " + coded.getMessage());
      return coded.code().exitCode();
    }
    throw e;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Benchmark> chosen = chosen();
    announce(chosen);
    Path home = Path.of(System.getProperty("ftmpj.home")).toAbsolutePath();
    Path directory =
        output == null
            ? UserFiles.ofThisUser().data(home.resolve("benchmarks/target/report"), "bench")
            : output;
    System.out.print(measureAll(chosen, home, directory));
    System.err.println("bench: the report is " + directory.resolve("report.md"));
    return 0;
  }

  /** The report is there as soon as one has been measured: all of them take hours. */
  private String measureAll(List<Benchmark> chosen, Path home, Path directory)
      throws IOException, InterruptedException {
    Report report = new Report(directory);
    try (Scratch scratch = Scratch.make(directory.resolve("scratch"))) {
      Jobs jobs = new Jobs(home, scratch.directory().toAbsolutePath());
      Map<Benchmark, Results> results = new LinkedHashMap<>();
      String page = "";
      for (Benchmark benchmark : chosen) {
        results.put(benchmark, measure(benchmark, jobs));
        page = report.write(results);
      }
      return page;
    }
  }

  private List<Benchmark> chosen() {
    if (openMpi && !names.isEmpty() && !names.contains(LATENCY.name())) {
      throw new ParameterException(
          spec.commandLine(), "--openmpi is of use with " + LATENCY.name() + " only");
    }
    if (openMpi && OPEN_MPI.isEmpty()) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, OpenMpi.MISSING);
    }
    if (repetitions != null && (repetitions < 1 || quick)) {
      throw new ParameterException(
          spec.commandLine(), "--repetitions: at least 1, and not with --quick, which runs once");
    }
    if (ranks != null
        && (!names.contains(START.name()) || ranks.stream().anyMatch(number -> number < 1))) {
      throw new ParameterException(
          spec.commandLine(), "--ranks: at least 1 each, and with " + START.name() + " only");
    }
    List<String> known = new ArrayList<>(ALL.stream().map(Benchmark::name).toList());
    known.add(HOSTS);
    List<String> unknown = new ArrayList<>(names);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "There is no benchmark " + unknown + ", but " + known);
    }
    List<Benchmark> chosen =
        new ArrayList<>(
            ALL.stream()
                .filter(one -> names.isEmpty() || names.contains(one.name()))
                .map(one -> one == START && ranks != null ? new StartTimes(ranks) : one)
                .toList());
    chosen.addAll(chosenOverHosts());
    return chosen;
  }

  private List<Benchmark> chosenOverHosts() {
    boolean wanted = names.isEmpty() || names.contains(HOSTS);
    List<String> problems = new ArrayList<>(hosts.problems());
    if (hosts.isGiven() && !wanted) {
      problems.add("--only, --kernels, --class and --hosts are of use with hosts only");
    }
    if (!problems.isEmpty()) {
      throw new ParameterException(spec.commandLine(), String.join("; ", problems));
    }
    Optional<String> obstacle =
        HostsSelection.obstacle(PATH, "root".equals(System.getProperty("user.name")));
    if (wanted && obstacle.isPresent()) {
      if (names.contains(HOSTS)) {
        throw new FtmpjException(ErrorCode.NOT_MEASURED, obstacle.get());
      }
      System.err.println("bench: hosts is left out: " + obstacle.get());
      return List.of();
    }
    return wanted ? hosts.benchmarks() : List.of();
  }

  /** Tells how long it takes, if that is known. */
  private void announce(List<Benchmark> chosen) {
    double all = 0;
    for (Benchmark benchmark : chosen) {
      double seconds = benchmark.seconds(turns(benchmark), quick);
      all += seconds;
      if (seconds > 0) {
        System.err.printf(
            "bench: %s takes about %.0f minutes%n", benchmark.name(), Math.max(1, seconds / 60));
      }
    }
    if (all > 0) {
      System.err.printf("bench: these together about %.0f minutes%n", Math.max(1, all / 60));
    }
  }

  private Results measure(Benchmark benchmark, Jobs jobs) throws IOException, InterruptedException {
    Results results = new Results();
    int turns = turns(benchmark);
    results.note(
        "Each variant was run " + turns + (turns == 1 ? " time" : " times") + ", in turns");
    benchmark.measureInTurns(jobs, turns, quick, results);
    benchmark.complete(results);
    return results;
  }

  private int turns(Benchmark benchmark) {
    if (quick) {
      return 1;
    }
    return repetitions == null ? benchmark.turns() : repetitions;
  }
}
