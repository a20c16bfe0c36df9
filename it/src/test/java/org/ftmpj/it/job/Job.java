package org.ftmpj.it.job;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One run of `ftmpj run` as a user would start it, in a directory of its own. */
public final class Job {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** With many kills a job takes long; but if it says nothing for so long, it hangs. */
  private static final Duration SILENCE = Duration.ofMinutes(5);

  private static final int PROCESSES_MS = 10;

  /** Lines on standard error of a job that hangs. */
  private static final int SHOWN = 30;

  private static final Duration EVER = Duration.ofHours(1);

  private final JobSpec spec;
  private final Path directory;
  private final String mark;
  private final List<String> command;
  private final Process launcher;
  private final Processes processes;
  private final Output out;
  private final Output err;
  private final Mirror mirror;
  private final long startNs = System.nanoTime();

  /**
   * Starts the job.
   *
   * @param directory becomes its working directory and holds its temporary directory; created
   */
  Job(JobSpec spec, Path directory) throws IOException {
    this(spec, directory, UUID.randomUUID().toString(), spec.command(temporary(directory)));
  }

  private Job(JobSpec spec, Path directory, String mark, List<String> command) throws IOException {
    this.spec = spec;
    this.directory = directory;
    this.mark = mark;
    this.command = command;
    processes = new Processes(mark, spec.main());
    Files.createDirectories(temporary());
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put(Processes.MARK, mark);
    builder.environment().put("FTMPJ_IT_TEMPORARY", temporary().toString());
    mirror = new Mirror(temporary(), directory.resolve("files"));
    launcher = builder.start();
    launcher.getOutputStream().close();
    out = new Output(launcher.getInputStream(), "stdout of job");
    err = new Output(launcher.getErrorStream(), "stderr of job");
  }

  /** Starts a job that no test looks after: the caller does. */
  public static Job start(JobSpec spec, Path directory) throws IOException {
    return new Job(spec, directory);
  }

  /**
   * Starts {@code ftmpj resume} of this job, which was stopped.
   *
   * @param by the same, perhaps started by another command
   * @param options of that command
   */
  Job resume(JobSpec by, String... options) throws IOException {
    String id = new Recorded(this).id();
    return new Job(by, directory, mark, by.resumption(temporary(), id, options));
  }

  /**
   * The same on another host, which has the job's directory but no other file of it.
   *
   * @param elsewhere its working directory
   */
  Job resumeElsewhere(Path elsewhere) throws IOException {
    String place = new Recorded(this).directory().toRealPath().toString();
    return new Job(spec, elsewhere, mark, spec.resumption(temporary(elsewhere), place));
  }

  public JobSpec spec() {
    return spec;
  }

  /** The job's working directory. */
  public Path directory() {
    return directory;
  }

  /** What Java takes for the temporary directory, in every process of the job. */
  public Path temporary() {
    return temporary(directory);
  }

  private static Path temporary(Path directory) {
    return directory.resolve("tmp");
  }

  /** Lines of all ranks on standard output so far. */
  public int linesOfRanks() {
    return out.ofRanks();
  }

  /** Those of that rank. */
  public int linesOf(int rank) {
    return out.of(rank);
  }

  /** All lines on standard output so far. */
  public List<Line> outSoFar() {
    return out.lines();
  }

  /** Lines on standard error so far that contain that text. */
  public long notices(String text) {
    return err.lines().stream().filter(line -> line.text().contains(text)).count();
  }

  /** Those lines. */
  public List<String> errors(String text) {
    return err.lines().stream().map(Line::text).filter(line -> line.contains(text)).toList();
  }

  /** The launcher's process. */
  public ProcessHandle launcher() {
    return launcher.toHandle();
  }

  public boolean isAlive() {
    return launcher.isAlive();
  }

  /** Waits for a condition; gives up at once, without a complaint, when the job has ended. */
  public void awaitOrEnd(String what, Callable<Boolean> condition) {
    awaitOrEnd(what, 2, condition);
  }

  /**
   * Waits for a condition.
   *
   * @throws AssertionError with what the job has said, if it ends before
   */
  public void awaitBeforeEnd(String what, Callable<Boolean> condition) {
    awaitOrEnd(what, condition);
    if (!isAlive()) {
      throw new AssertionError(endedBefore(what));
    }
  }

  /** Looking for processes takes more processor time than looking at what has been printed. */
  private void awaitOrEnd(String what, int everyMs, Callable<Boolean> condition) {
    Hearing hearing = new Hearing();
    await(what)
        .pollInterval(everyMs, TimeUnit.MILLISECONDS)
        .pollDelay(Duration.ZERO)
        .atMost(EVER)
        .until(
            () -> {
              hearing.requireSound(what);
              return !launcher.isAlive() || condition.call();
            });
  }

  /** Notices when a job that others wait for has said nothing for too long. */
  private final class Hearing {
    private int heard = -1;
    private long heardNs;

    void requireSound(String awaited) {
      int lines = out.size() + err.size();
      if (lines != heard) {
        heard = lines;
        heardNs = System.nanoTime();
      } else if (System.nanoTime() - heardNs > SILENCE.toNanos()) {
        throw new AssertionError(
            hangs("The job has said nothing for " + SILENCE + " and has not come to: " + awaited));
      }
    }
  }

  /**
   * That, and what the job has said last. What its threads do is printed, for the file beside the
   * report: they are too many lines for a message.
   */
  private String hangs(String what) {
    System.out.println("Threads of a job that hangs:\n" + Stacks.brief(processes.all()) + "\n.");
    List<Line> said = err.lines();
    return said.subList(Math.max(0, said.size() - SHOWN), said.size()).stream()
        .map(Line::text)
        .collect(Collectors.joining("\n", what + "\n", ""));
  }

  /** The process that is that rank now; waits if it is just being restarted. */
  public ProcessHandle rank(int rank) {
    return rank(rank, process -> true);
  }

  /** The process that is that rank after that one, which was killed and may not be gone yet. */
  public ProcessHandle rankAfter(int rank, ProcessHandle killed) {
    return rank(rank, process -> process.pid() != killed.pid());
  }

  /** The process that is that rank now, or is restarted as it; empty if all is over before. */
  Optional<ProcessHandle> rankUnless(int rank, BooleanSupplier isOver) {
    awaitOrEnd(
        "process of rank " + rank,
        PROCESSES_MS,
        () -> isOver.getAsBoolean() || processes.rank(rank).isPresent());
    return processes.rank(rank);
  }

  private ProcessHandle rank(int rank, Predicate<ProcessHandle> wanted) {
    AtomicReference<ProcessHandle> found = new AtomicReference<>();
    awaitOrEnd(
        "process of rank " + rank,
        PROCESSES_MS,
        () -> {
          processes.rank(rank).filter(wanted).ifPresent(found::set);
          return found.get() != null;
        });
    return Optional.ofNullable(found.get())
        .orElseThrow(() -> new AssertionError(endedBefore("rank " + rank + " was found")));
  }

  private String endedBefore(String awaited) {
    Result result = result();
    return "The job ended before %s, exit code %d:%n%s"
        .formatted(awaited, result.exitCode(), result.errText());
  }

  /** The process of the event logger. */
  public ProcessHandle logger() {
    awaitOrEnd("process of the event logger", PROCESSES_MS, () -> processes.logger().isPresent());
    return processes.logger().orElseThrow(() -> new AssertionError("The job has no event logger"));
  }

  /** The process of the daemon of a host. */
  public ProcessHandle daemon(int host) {
    awaitOrEnd("daemon of host " + host, PROCESSES_MS, () -> processes.daemon(host).isPresent());
    return processes
        .daemon(host)
        .orElseThrow(() -> new AssertionError("The job has no daemon of host " + host));
  }

  public Optional<ProcessHandle> daemonIfThere(int host) {
    return processes.daemon(host);
  }

  /** The process that a host has started when the launcher was lost. */
  public Optional<ProcessHandle> coordinatorIfThere() {
    return processes.coordinator();
  }

  public Optional<ProcessHandle> loggerIfThere() {
    return processes.logger();
  }

  public Optional<ProcessHandle> rankIfThere(int rank) {
    return processes.rank(rank);
  }

  /**
   * {@code kill -9}. By its handle: a {@link Process} that is destroyed closes its streams, at
   * which a thread that reads them fails, and with it whatever test is just waiting.
   */
  public static void kill(ProcessHandle process) {
    process.destroyForcibly();
  }

  /** Sends any signal; of {@code STOP} it waits until the process has stopped. */
  public static void signal(ProcessHandle process, String signal) {
    if (!signalIfThere(process, signal)) {
      throw new AssertionError("kill -" + signal + " " + process.pid() + " failed");
    }
  }

  /**
   * The same to a process that may have ended.
   *
   * @return whether it was there
   */
  public static boolean signalIfThere(ProcessHandle process, String signal) {
    try {
      String[] command = {"kill", "-" + signal, Long.toString(process.pid())};
      boolean isThere = new ProcessBuilder(command).start().waitFor() == 0;
      if (isThere && signal.equals("STOP")) {
        await().atMost(PATIENCE).until(() -> Stop.isDone(process));
      }
      return isThere;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What a user does with Ctrl-C. */
  public void interrupt() {
    signal(launcher.toHandle(), "INT");
  }

  /** {@code kill -9} of the launcher. */
  public void kill() {
    kill(launcher());
  }

  /** The processes of the job that live now, in words. */
  public List<String> livingProcesses() {
    return processes.all().stream().map(Job::describe).toList();
  }

  /** Waits for the end. */
  public Result result() {
    return result(PATIENCE);
  }

  /** Waits for the end of a job with many kills. */
  public Result lateResult() {
    Hearing hearing = new Hearing();
    try {
      while (!launcher.waitFor(1, TimeUnit.SECONDS)) {
        hearing.requireSound("its end");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return result();
  }

  /** Waits for the end, but not longer than that. */
  public Result result(Duration patience) {
    try {
      if (!launcher.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError(hangs("The job did not end within " + patience));
      }
      if (!out.ended() || !err.ended()) {
        throw new AssertionError("The job ended, but a process holds its output open");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return new Result(
        launcher.exitValue(),
        out.lines(),
        err.lines(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
  }

  /**
   * What is left of the job: processes, and files in its temporary directory, but for those it said
   * it would keep.
   */
  public List<String> leftBehind() throws IOException {
    Optional<Path> kept = kept();
    try (Stream<Path> files = Files.walk(temporary())) {
      return Stream.concat(
              processes.all().stream().map(process -> "process " + describe(process)),
              files
                  .filter(file -> !file.equals(temporary()))
                  .filter(file -> kept.isEmpty() || !belongsToKept(kept.get(), file))
                  .map(file -> "file " + file))
          .toList();
    }
  }

  /** A kept directory stays findable: by the directory that it is in, or by a link there. */
  private static boolean belongsToKept(Path directory, Path file) {
    return file.startsWith(directory) || !Files.isRegularFile(file);
  }

  private Optional<Path> kept() {
    return err.lines().stream()
        .map(Line::text)
        .filter(text -> text.contains(Notices.JOB_DIRECTORY))
        .map(
            text ->
                text.substring(
                    text.indexOf(Notices.JOB_DIRECTORY) + Notices.JOB_DIRECTORY.length()))
        .map(Path::of)
        .findFirst();
  }

  /** Kills whatever still runs. */
  public void end() {
    mirror.close();
    kill(launcher());
    processes.all().forEach(ProcessHandle::destroyForcibly);
  }

  /** Everything it said, and what its processes do now, for the record. */
  public void writeOutputs(Path to) throws IOException {
    Files.createDirectories(to);
    Files.write(to.resolve("command"), List.of(String.join(" ", command)));
    Files.write(to.resolve("stdout"), texts(out));
    Files.write(to.resolve("stderr"), texts(err));
    Files.writeString(to.resolve("processes"), Stacks.all(processes.all()));
  }

  private static List<String> texts(Output output) {
    return output.lines().stream()
        .map(line -> (line.rank() < 0 ? "" : "[" + line.rank() + "] ") + line.text())
        .toList();
  }

  static String describe(ProcessHandle process) {
    return process.pid() + " " + process.info().commandLine().orElse("?");
  }
}
