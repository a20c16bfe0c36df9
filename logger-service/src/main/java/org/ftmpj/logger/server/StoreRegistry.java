package org.ftmpj.logger.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobFiles;
import org.ftmpj.logger.store.BatchReader;
import org.ftmpj.logger.store.Enrolment;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.transport.journal.Needed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores of all ranks, in one directory. A record is stable when it is appended: it survives
 * the process, not the host.
 *
 * <pre>
 * lock               held by the logger that uses the directory
 * job-NAME/RANK      the store of one rank; NAME is URL-encoded
 * job-NAME/enrolled  the {@link Enrolment}, if this is one of several loggers of the job
 * job-NAME/RANK.*    the {@link ReplicaStore} of one rank then
 * ended-NAME         what is left of a job that is being forgotten
 * </pre>
 *
 * Stores are opened when their rank comes, and read through then. Any thread.
 */
final class StoreRegistry implements DeterminantStore {
  private static final Logger LOG = LoggerFactory.getLogger(StoreRegistry.class);

  /** Stores that are not in use are closed only beyond that many. */
  private static final int KEEP_OPEN = 128;

  private static final String JOB = "job-";
  private static final String ENDED = "ended-";

  private final Path directory;
  private final FileChannel lockFile;
  private final Map<Path, RankStore> open = new HashMap<>();
  private final Map<Path, ReplicaStore> replicas = new HashMap<>();
  private final ServerCounters counters;
  private final Optional<JobHere> job;

  private StoreRegistry(
      Path directory, FileChannel lockFile, ServerCounters counters, Optional<JobHere> job) {
    this.directory = directory;
    this.lockFile = lockFile;
    this.counters = counters;
    this.job = job;
  }

  /**
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the directory cannot be written, or another
   *     logger uses it
   */
  static StoreRegistry open(Path directory, ServerCounters counters) {
    return open(directory, counters, Optional.empty());
  }

  /**
   * The same, and what the checkpoints of a job on this host do not need is dropped.
   *
   * @throws FtmpjException as above
   */
  static StoreRegistry open(Path directory, ServerCounters counters, Optional<JobHere> job) {
    FileChannel lockFile = null;
    try {
      Files.createDirectories(directory);
      lockFile =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(lockFile) == null) {
        lockFile.close();
        throw new FtmpjException(
            ErrorCode.LOG_NOT_WRITABLE, "Another event logger uses the store " + directory);
      }
      StoreRegistry registry = new StoreRegistry(directory, lockFile, counters, job);
      registry.removeEnded();
      return registry;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot write the store " + directory + ": " + Reason.of(e),
          e);
    }
  }

  private static FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void admit(Incarnation incarnation, long session, StoreClient client) {
    RankStore store;
    try {
      store = enter(incarnation, session);
    } catch (RefusedException e) {
      client.refused(e.refused());
      return;
    }
    client.admitted(new Use(store, incarnation.number(), client));
  }

  private synchronized RankStore enter(Incarnation incarnation, long session)
      throws RefusedException {
    RankStore store = store(incarnation);
    admit(store, incarnation, session);
    store.enter();
    counters.admitted();
    return store;
  }

  private void admit(RankStore store, Incarnation incarnation, long session)
      throws RefusedException {
    int before = store.newestIncarnation();
    store.admit(incarnation, session);
    if (before > 0 && store.newestIncarnation() > before) {
      counters.fenced();
    }
  }

  /** What one process does with the store of its rank. */
  private final class Use implements RankRecords {
    private final RankStore store;
    private final int incarnation;
    private final StoreClient client;

    Use(RankStore store, int incarnation, StoreClient client) {
      this.store = store;
      this.incarnation = incarnation;
      this.client = client;
    }

    @Override
    public long stable() {
      synchronized (StoreRegistry.this) {
        return store.last();
      }
    }

    @Override
    public void append(Batch batch) {
      try {
        StoreRegistry.this.append(store, incarnation, batch);
      } catch (RefusedException e) {
        client.refused(e.refused());
        return;
      }
      client.stable(stable());
    }

    @Override
    public BatchReader history(long first) {
      return StoreReader.open(store.directory(), first);
    }

    @Override
    public void close() {
      leave(store);
    }
  }

  private synchronized void append(RankStore store, int incarnation, Batch batch)
      throws RefusedException {
    long before = store.last();
    store.append(incarnation, batch);
    if (store.last() > before) {
      counters.appended(store.last() - before, batch.length());
    }
  }

  @Override
  public synchronized void follow(Incarnation writer, long session, Batch batch) {
    RankStore store = store(writer);
    if (batch.last() <= store.last()) {
      return;
    }
    try {
      if (writer.number() > store.newestIncarnation()) {
        admit(store, writer, session);
      }
      store.passOver(batch.first());
      append(store, writer.number(), batch);
    } catch (RefusedException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The log of " + writer + " contradicts the store: " + e.getMessage(),
          e);
    }
  }

  private synchronized void leave(RankStore store) {
    store.leave();
    counters.left();
    Iterator<RankStore> all = open.values().iterator();
    while (open.size() > KEEP_OPEN && all.hasNext()) {
      RankStore candidate = all.next();
      if (!candidate.isUsed()) {
        candidate.close();
        all.remove();
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Files that cannot be removed now are when the next job ends, or the logger starts again.
   */
  @Override
  public synchronized void forget(String job) {
    Path stores = directory(JOB, job);
    counters.forgotten();
    open.entrySet().removeIf(entry -> closedIn(stores, entry));
    replicas.entrySet().removeIf(entry -> closedReplicaIn(stores, entry));
    removeEnded();
    if (!Files.exists(stores)) {
      return;
    }
    // A logger that is killed while it removes files must not find half a store.
    Path ended = directory(ENDED, job);
    try {
      Files.move(stores, ended, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot rename " + stores + " (" + Reason.of(e) + ")", e);
    }
    removeEnded();
  }

  private static boolean closedIn(Path stores, Map.Entry<Path, RankStore> entry) {
    if (!entry.getKey().startsWith(stores)) {
      return false;
    }
    entry.getValue().close();
    return true;
  }

  private static boolean closedReplicaIn(Path stores, Map.Entry<Path, ReplicaStore> entry) {
    if (!entry.getKey().startsWith(stores)) {
      return false;
    }
    entry.getValue().close();
    return true;
  }

  @Override
  public synchronized void enrol(String job, int member, boolean isResumed)
      throws RefusedException {
    if (isResumed) {
      requireEnrolled(job, member);
      return;
    }
    Enrolment enrolment = new Enrolment(create(directory(JOB, job)));
    Optional<Integer> before = enrolment.member();
    if (before.isPresent() && before.get() != member) {
      throw new RefusedException(
          Refused.Code.NOT_ENROLLED,
          "two addresses lead to this event logger, those of number %d and number %d"
              .formatted(before.get() + 1, member + 1));
    }
    enrolment.write(member);
  }

  private void requireEnrolled(String job, int member) throws RefusedException {
    Enrolment enrolment = new Enrolment(directory(JOB, job));
    if (!enrolment.isValid() || !enrolment.member().equals(Optional.of(member))) {
      throw new RefusedException(
          Refused.Code.LOST_RECORDS,
          enrolment.member().isEmpty()
              ? "has nothing of the job"
              : "may have lost what it had of the job, for its host has started again since");
    }
  }

  @Override
  public synchronized ReplicaStore join(Incarnation incarnation, long session)
      throws RefusedException {
    Path path = StorePlace.of(directory, incarnation.job(), incarnation.rank());
    Path job = create(path.getParent());
    ReplicaStore store = replicas.get(path);
    if (store == null) {
      store = ReplicaStore.open(job, incarnation.rank(), new Enrolment(job).isValid());
      replicas.put(path, store);
    }
    int before = store.replica().promised();
    if (!store.promise(incarnation.number(), session)) {
      throw new RefusedException(
          Refused.Code.FENCED, incarnation + " is fenced, " + before + " has come");
    }
    counters.admitted();
    if (before > 0 && incarnation.number() > before) {
      counters.fenced();
    }
    return store;
  }

  /** One job's files that stay are no reason not to serve the others. */
  private void removeEnded() {
    try (DirectoryStream<Path> ended = Files.newDirectoryStream(directory, ENDED + "*")) {
      for (Path job : ended) {
        removeIfPossible(job);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("Cannot look for ended jobs in {}: {}", directory, e.toString());
    }
  }

  private void removeIfPossible(Path job) {
    try {
      remove(job);
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Cannot remove {}, will be tried again: {}", job, e.toString());
    }
  }

  /** Nothing of it if there is something in it that no event logger has made. */
  private void remove(Path job) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(job)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      boolean isDirectory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
      if (!JobFiles.areOfStores(directory.relativize(path).toString(), isDirectory)) {
        throw new IOException(path + " was not made by an event logger");
      }
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }

  @Override
  public long freeBytes() {
    return directory.toFile().getUsableSpace();
  }

  @Override
  public long jobs() {
    long jobs = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, JOB + "*")) {
      for (Path each : all) {
        jobs++;
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("Cannot count the jobs in {}: {}", directory, e.toString());
    }
    return jobs;
  }

  private Path directory(String kind, String job) {
    return directory.resolve(kind + URLEncoder.encode(job, StandardCharsets.UTF_8));
  }

  private RankStore store(Incarnation incarnation) {
    Path path = StorePlace.of(directory, incarnation.job(), incarnation.rank());
    Path job = path.getParent();
    RankStore store = open.get(path);
    if (store == null) {
      create(job);
      store = new RankStore(path, needed(incarnation));
      open.put(path, store);
    }
    return store;
  }

  private Needed needed(Incarnation rank) {
    return job.filter(here -> here.name().equals(rank.job()))
        .map(here -> here.needed(rank.rank()))
        .orElse(Needed.ALL);
  }

  private static Path create(Path job) {
    try {
      return Files.createDirectories(job);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot create " + job + ": " + Reason.of(e), e);
    }
  }

  @Override
  public synchronized void close() {
    open.values().forEach(RankStore::close);
    open.clear();
    replicas.values().forEach(ReplicaStore::close);
    replicas.clear();
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot close the store " + directory + ": " + Reason.of(e),
          e);
    }
  }
}
