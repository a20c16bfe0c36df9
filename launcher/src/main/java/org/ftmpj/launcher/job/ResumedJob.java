package org.ftmpj.launcher.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.logger.store.ForcedStore;
import org.ftmpj.replay.run.ClassDigests;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.JvmMessages;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StartRecord;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A job that goes on where it was stopped, or where its launcher was lost: to the protocol, all its
 * ranks have died, and their next incarnations start. One thread.
 */
public final class ResumedJob implements JobSource {
  private static final String QUOTA = "-D" + Options.LOG_MAX.property() + "=";
  private static final String CLASS_PATH = "-cp";

  private final FoundJob job;
  private final JobRecord record;
  private final JobLayout layout;
  private final Map<Integer, StartRecord> starts = new TreeMap<>();
  private final Optional<String> quota;
  private Optional<StoppedRecord> stopped = Optional.empty();

  /** Never released: the operating system does that when this process has ended. */
  private FileLock lock;

  /**
   * Finds out, without changing anything, that it can be resumed.
   *
   * @param logMaxMib another quota of its logs, from now on; empty if it stays
   * @throws FtmpjException JOB_RUNNING, NOT_RESUMABLE, CANNOT_START if what it was started with is
   *     not there any more, LOG_CORRUPT, LOG_VERSION
   */
  public ResumedJob(FoundJob job, Optional<Integer> logMaxMib) {
    this.job = job;
    this.quota = logMaxMib.map(mib -> QUOTA + mib);
    this.layout = job.layout();
    this.record = requireResumable(job);
    requireSameClasses();
    readStarts();
  }

  private static JobRecord requireResumable(FoundJob job) {
    if (job.isRunning()) {
      throw new FtmpjException(ErrorCode.JOB_RUNNING, "job " + job.id() + " is running");
    }
    if (job.state() != JobState.STOPPED && job.state() != JobState.ORPHANED
        || job.record().isEmpty()) {
      throw notResumable(
          job,
          job.state() == JobState.ENDED
              ? "has ended: " + job.ended().orElse("")
              : "has no record that can be read" + job.ended().map(why -> ": " + why).orElse(""));
    }
    boolean synced =
        job.state() == JobState.STOPPED
            && StoppedRecord.read(job.layout().stopped()).filter(StoppedRecord::synced).isPresent();
    if (!synced && !job.record().get().launcher().isOfThisBoot()) {
      throw notResumable(
          job,
          "was not stopped in good order, but lost with its host, or runs on another one: its logs"
              + " may lack what had not come to the disk");
    }
    if (Files.exists(job.layout().hosts())) {
      throw notResumable(job, "runs on several hosts");
    }
    return job.record().get();
  }

  private static FtmpjException notResumable(FoundJob job, String why) {
    return new FtmpjException(ErrorCode.NOT_RESUMABLE, "job " + job.id() + " " + why);
  }

  private void requireSameClasses() {
    List<String> changed =
        ClassDigests.read(layout.classes())
            .map(ClassDigests::changedSince)
            .orElseThrow(
                () ->
                    notResumable(
                        job,
                        "was started with neither --walltime nor checkpoints: its classes may be"
                            + " others now"));
    if (!changed.isEmpty()) {
      throw notResumable(
          job, "was started with other classes than there are now: " + String.join(", ", changed));
    }
  }

  private void readStarts() {
    for (int rank = 0; rank < record.ranks(); rank++) {
      int one = rank;
      StartRecord start =
          StartRecord.read(layout.start(rank))
              .orElseThrow(() -> notResumable(job, "had not started its rank " + one));
      start.requireThere();
      starts.put(rank, quota.map(word -> with(word, start)).orElse(start));
    }
  }

  /**
   * Whatever the quota was, and wherever it was said. What follows the class path is the program's.
   */
  private static StartRecord with(String quota, StartRecord start) {
    List<String> words = new ArrayList<>();
    boolean ofJava = true;
    for (String word : start.command()) {
      if (ofJava && word.equals(CLASS_PATH)) {
        words.add(quota);
        ofJava = false;
      }
      if (!ofJava || !word.startsWith(QUOTA)) {
        words.add(word);
      }
    }
    return start.with(words);
  }

  /** Its level of durability. */
  public Durability durability() {
    return record.durability();
  }

  /** How its ranks are started. */
  public StartRecord start() {
    return starts.get(0);
  }

  @Override
  public int size() {
    return record.ranks();
  }

  /**
   * Takes the job over: from now on it runs.
   *
   * @throws FtmpjException JOB_RUNNING if another process has
   */
  @Override
  public JobLayout open() {
    lock();
    requireResumable(JobRegistry.ofUser().find(layout.directory().toString()));
    stopped = Optional.of(StoppedRecord.read(layout.stopped()).orElseGet(this::lost));
    job.killProcesses();
    new JobRecord(
            ProcessIdentity.current(),
            record.started(),
            record.ranks(),
            record.durability(),
            record.program())
        .write(layout.job());
    forgetUnknownEnds();
    forgetAddresses();
    keepForcedStores();
    return layout;
  }

  /** Of a job whose launcher was lost, and may have printed all. */
  private StoppedRecord lost() {
    return new StoppedRecord(
        record.launcher(),
        Instant.now(),
        "its launcher was lost",
        false,
        true,
        Map.of(),
        List.of());
  }

  /** Whether it is not known what was printed last, so that some of it is printed again. */
  public boolean isOutputRepeated() {
    return job.state() == JobState.ORPHANED;
  }

  private void lock() {
    try {
      lock = FileChannel.open(layout.identity(), StandardOpenOption.WRITE).tryLock();
    } catch (IOException e) {
      throw notResumable(job, "cannot be locked: " + Reason.of(e));
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new FtmpjException(
          ErrorCode.JOB_RUNNING, "job " + job.id() + " is being resumed by another process");
    }
  }

  /** Ranks with an exit code that is not known here are repeated to their end. */
  private void forgetUnknownEnds() {
    Map<Integer, Integer> known = stopped.map(StoppedRecord::finished).orElse(Map.of());
    for (int rank = 0; rank < record.ranks(); rank++) {
      Optional<ExitRecord> end = ExitRecord.read(layout.exitRecord(rank));
      if (end.isPresent() && !known.containsKey(rank)) {
        delete(layout.exitRecord(rank));
      }
    }
  }

  /** If the host has started again since the job was stopped. */
  private void keepForcedStores() {
    String name = JobIdentity.of(layout).name();
    stopped
        .filter(StoppedRecord::synced)
        .flatMap(stop -> stop.launcher().boot())
        .ifPresent(
            boot ->
                LoggerPlace.all(layout)
                    .forEach(place -> ForcedStore.keep(place.store(), name, boot)));
  }

  /** The ports of event loggers may belong to other processes now. */
  private void forgetAddresses() {
    delete(LoggerPlace.ofOnly(layout).address());
    LoggerPlace.all(layout).forEach(place -> delete(place.address()));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot remove " + file + " (" + Reason.of(e) + ")", e);
    }
  }

  @Override
  public Optional<StoppedRecord> stopped() {
    return stopped;
  }

  @Override
  public ControlBlock control(JobLayout place) {
    return ControlBlock.open(place.control());
  }

  @Override
  public Optional<InputRecorder> input(JobLayout place, Consumer<FtmpjException> failure) {
    return InputRecorder.resume(place, failure);
  }

  @Override
  public LocalRanks.Commands commands(RankEnvironment environment) {
    return (rank, incarnation) -> {
      StartRecord start = starts.get(rank);
      List<String> words =
          start.command().stream().map(word -> withCrashReport(word, rank, incarnation)).toList();
      ProcessBuilder command = start.with(words).process();
      environment.addTo(command.environment(), rank, incarnation);
      return command;
    };
  }

  /** The one word that is another one in each incarnation. */
  private String withCrashReport(String word, int rank, int incarnation) {
    Path report = layout.crash(rank, incarnation);
    String before = JvmMessages.CRASH_REPORT + report.resolveSibling(rank + ".");
    return word.startsWith(before) ? JvmMessages.CRASH_REPORT + report : word;
  }
}
