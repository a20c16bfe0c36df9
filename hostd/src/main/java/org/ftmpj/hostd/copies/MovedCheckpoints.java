package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.channel.RestoredLogs;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Makes the copies of a rank's checkpoints, by whatever hosts they were made, the checkpoints and
 * logs of the rank on this host, before it starts here. What cannot be used is told and left out.
 */
final class MovedCheckpoints {
  private final JobLayout layout;
  private final ControlBlock control;
  private final List<CopyDirectory> directories;
  private final CopyProofs proofs;
  private final int rank;
  private final int incarnation;
  private final Consumer<String> notice;

  /** Copies that cannot be used, and why. */
  private final Map<Candidate, String> passedOver = new LinkedHashMap<>();

  private long[] here = {};

  /** Bytes of the output log that are here. */
  private long output;

  private record Candidate(CopiedImage copy, RankCheckpoint checkpoint) {
    Path directory() {
      return copy.stored().directory();
    }

    long clock() {
      return checkpoint.clock();
    }
  }

  /**
   * The copies that one host has made at one place.
   *
   * @param cameAs the incarnation with which the rank came to that host
   * @param series the newest first
   * @param images those that can be read, the oldest first
   */
  private record FromHost(
      int cameAs, RecordFiles files, List<RecordFiles.Series> series, List<Candidate> images) {
    /** The progress of its newest checkpoint. */
    long clock() {
      return images.stream().mapToLong(Candidate::clock).max().orElse(Long.MIN_VALUE);
    }
  }

  /**
   * The files of a series that can be used.
   *
   * @param end the number of the last one
   */
  private record Usable(List<Path> files, int end, RecordCount count) {}

  /**
   * @param proofs of what is copied
   * @param incarnation that starts
   */
  MovedCheckpoints(
      JobLayout layout,
      ControlBlock control,
      List<CopyDirectory> directories,
      CopyProofs proofs,
      int rank,
      int incarnation,
      Consumer<String> notice) {
    this.layout = layout;
    this.control = control;
    this.directories = List.copyOf(directories);
    this.proofs = proofs;
    this.rank = rank;
    this.incarnation = incarnation;
    this.notice = notice;
  }

  /**
   * Nothing is written before it is known what can be used.
   *
   * @param hosts on which the rank may have been
   * @throws FtmpjException LOG_NOT_WRITABLE, LOG_CORRUPT, DIVERGED: of what is here; COPY_UNUSABLE
   *     if what could be read just before cannot be any more
   */
  void restore(List<Integer> hosts) {
    List<FromHost> newestFirst = new ArrayList<>();
    for (CopyDirectory directory : directories) {
      for (int host : hosts) {
        fromHost(directory.found(host, rank)).ifPresent(newestFirst::add);
      }
    }
    newestFirst.sort(
        Comparator.comparingInt(FromHost::cameAs).thenComparingLong(FromHost::clock).reversed());
    here = here();
    for (int i = 0; i < newestFirst.size(); i++) {
      if (restoreFrom(newestFirst.subList(i, newestFirst.size()))) {
        return;
      }
    }
    tellPassedOver(List.of());
  }

  /**
   * By the records that the first of these hosts has copied. They begin with all that was there of
   * the logs when the rank had come to it, so checkpoints of the hosts before can go on from them.
   *
   * @return false if none can
   */
  private boolean restoreFrom(List<FromHost> newestFirst) {
    RecordFiles files = newestFirst.get(0).files();
    for (RecordFiles.Series series : newestFirst.get(0).series()) {
      Usable records = usable(files, series);
      List<Candidate> chosen = choose(newestFirst, records);
      if (!chosen.isEmpty() && !records.files().isEmpty()) {
        tellPassedOver(chosen);
        if (write(files, records.files())) {
          chosen.forEach(this::restore);
        }
        return true;
      }
    }
    return false;
  }

  /** The last two that these records are enough for, the older one first. */
  private List<Candidate> choose(List<FromHost> newestFirst, Usable records) {
    List<Candidate> usable = new ArrayList<>();
    // The next host has begun with a copy of that from which the rank went on there.
    Set<Long> ofLaterHosts = new TreeSet<>();
    for (FromHost host : newestFirst) {
      for (Candidate each : host.images()) {
        Optional<String> missing = missing(each, records, host == newestFirst.get(0));
        missing.ifPresent(what -> passedOver.putIfAbsent(each, what + " is missing"));
        if (missing.isEmpty() && !ofLaterHosts.contains(each.clock())) {
          usable.add(each);
        }
      }
      usable.forEach(each -> ofLaterHosts.add(each.clock()));
    }
    usable.sort(Comparator.comparingLong(Candidate::clock));
    return usable.subList(Math.max(0, usable.size() - CheckpointStore.RETAINED), usable.size());
  }

  /** Older ones than are used need not be usable. */
  private void tellPassedOver(List<Candidate> used) {
    long oldest = used.stream().mapToLong(Candidate::clock).min().orElse(Long.MIN_VALUE);
    passedOver.forEach(
        (candidate, why) -> {
          if (!used.contains(candidate) && candidate.clock() >= oldest) {
            unusable(candidate.directory(), ErrorCode.COPY_UNUSABLE, why);
          }
        });
  }

  // --------------------------------------------------------------------- logs

  /** Empty if nothing of it is of use. */
  private Optional<FromHost> fromHost(CopyDirectory.OfRank copies) {
    if (!Files.isDirectory(copies.directory())) {
      return Optional.empty();
    }
    List<Candidate> images = images(copies);
    RecordFiles files = new RecordFiles(copies, proofs);
    List<RecordFiles.Series> series;
    try {
      series = files.series();
    } catch (IOException e) {
      unusable(copies.records(), e);
      return Optional.empty();
    }
    String why = "there are no records";
    for (RecordFiles.Series each : series) {
      try (CopiedRecords.Reader reader = files.open(each.files().get(0))) {
        return Optional.of(new FromHost(reader.cameAs(), files, series, images));
      } catch (IOException e) {
        why = each.files().get(0) + ": " + Reason.of(e);
      }
    }
    for (Candidate each : images) {
      unusable(each.directory(), ErrorCode.COPY_UNUSABLE, why);
    }
    return Optional.empty();
  }

  /** The last message to each rank that is here, in mirrors or of an attempt that was cut short. */
  private long[] here() {
    try (RestoredLogs logs = new RestoredLogs(layout, control, rank, incarnation - 1)) {
      return IntStream.range(0, control.size()).mapToLong(logs::before).toArray();
    }
  }

  /** All those before the first that cannot be used. */
  private Usable usable(RecordFiles records, RecordFiles.Series series) {
    RecordCount count = RecordCount.none(control.size());
    int files = 0;
    for (Path file : series.files()) {
      try (CopiedRecords.Reader reader = records.open(file)) {
        count = count.with(reader, () -> false);
        requireContinued(count);
      } catch (IOException e) {
        unusable(file, e);
        break;
      }
      files++;
    }
    return new Usable(series.files().subList(0, files), series.begin() + files - 1, count);
  }

  private void requireContinued(RecordCount count) throws IOException {
    for (int destination = 0; destination < here.length; destination++) {
      if (here[destination] > 0 && here[destination] < count.begin(destination)) {
        throw new IOException(
            "it goes on after message %d to rank %d, and here is none after %d"
                .formatted(count.begin(destination), destination, here[destination]));
      }
    }
  }

  /** Returns false if the job ends meanwhile. */
  private boolean write(RecordFiles records, List<Path> files) {
    try (RestoredLogs logs = new RestoredLogs(layout, control, rank, incarnation - 1)) {
      Sink sink = new Sink(logs);
      for (Path file : files) {
        try (CopiedRecords.Reader reader = records.open(file)) {
          reader.cameAs();
          reader.readAll(sink);
        } catch (IOException e) {
          if (Thread.currentThread().isInterrupted()) {
            return false;
          }
          throw new FtmpjException(
              ErrorCode.COPY_UNUSABLE,
              "what rank %d goes on from can suddenly not be read: %s: %s"
                  .formatted(rank, file, Reason.of(e)),
              e);
        }
      }
    }
    return true;
  }

  /** Takes what was copied by one host. */
  private final class Sink implements CopiedRecords.Sink {
    private final RestoredLogs logs;

    /** Bytes of the output log that it had. */
    private long printed;

    /** Where in the output log the payload of the record begins. */
    private long begin;

    Sink(RestoredLogs logs) {
      this.logs = logs;
    }

    @Override
    public void begin(int destination, long message) {
      logs.begin(destination, message);
    }

    @Override
    public void record(int destination, ByteBuffer head, long length, ByteBuffer payload) {
      if (destination == CopiedRecords.OUTPUT) {
        begin = printed;
        printed += length;
        print(begin, payload);
      } else {
        logs.record(destination, head, length, payload);
      }
    }

    @Override
    public void piece(int destination, long offset, ByteBuffer piece) {
      if (destination == CopiedRecords.OUTPUT) {
        print(begin + offset, piece);
      } else {
        logs.piece(destination, offset, piece);
      }
    }
  }

  /** Appends what the output log here does not have. */
  private void print(long position, ByteBuffer text) {
    int there = (int) Math.min(text.remaining(), output - position);
    text.position(text.position() + there);
    try (FileChannel file =
        OnlyUser.open(layout.output(rank), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (text.hasRemaining()) {
        output += file.write(text, output);
      }
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          layout.output(rank) + " cannot be written: " + Reason.of(e),
          e);
    }
  }

  // -------------------------------------------------------------------- images

  private List<Candidate> images(CopyDirectory.OfRank copies) {
    List<Candidate> all = new ArrayList<>();
    for (Stored stored : new CheckpointStore(copies.images()).all()) {
      try {
        CopiedImage copy = CopiedImage.read(stored, copies, proofs);
        all.add(new Candidate(copy, RankCheckpoint.decode(copy.state().rank())));
      } catch (FtmpjException e) {
        unusable(stored.directory(), ErrorCode.COPY_UNUSABLE, e.getMessage());
      } catch (IOException e) {
        unusable(stored.directory(), e);
      }
    }
    Collections.reverse(all);
    return all;
  }

  /** The gap in the records for a candidate, in words. */
  private Optional<String> missing(Candidate candidate, Usable records, boolean areOfItsHost) {
    if (areOfItsHost && candidate.copy().files() > records.end()) {
      return Optional.of("file %d of the records".formatted(candidate.copy().files()));
    }
    RecordCount there = records.count();
    for (int destination = 0; destination < control.size(); destination++) {
      long sent = candidate.checkpoint().firstSent(destination) - 1;
      if (there.logs().get(destination).message() < sent) {
        return Optional.of("message %d to rank %d".formatted(sent, destination));
      }
      if (there.begin(destination) > sent) {
        return Optional.of("what follows message %d to rank %d".formatted(sent, destination));
      }
    }
    return there.output() < candidate.copy().state().outputBytes()
        ? Optional.of("what the rank had printed")
        : Optional.empty();
  }

  /** The heap is checked by who restarts from it. */
  private void restore(Candidate candidate) {
    CheckpointStore store = new CheckpointStore(layout.checkpoints(rank));
    Stored begun = store.begin();
    try {
      candidate.copy().copyHeap(begun.heap());
    } catch (IOException e) {
      store.abandon(begun);
      unusable(candidate.directory(), e);
      return;
    }
    CheckpointState state = candidate.copy().state();
    new CheckpointState(
            state.kind(),
            state.taken(),
            state.heapBytes(),
            state.outputBytes(),
            candidate.checkpoint().onOtherHost().encode())
        .write(begun.state());
    store.commit(begun);
  }

  private void unusable(Path copy, IOException e) {
    boolean isForeign = e instanceof CopyProofs.NotProven;
    unusable(copy, isForeign ? ErrorCode.FOREIGN_COPY : ErrorCode.COPY_UNUSABLE, Reason.of(e));
  }

  private void unusable(Path copy, ErrorCode code, String why) {
    if (Thread.currentThread().isInterrupted()) {
      return; // The job ends, and nothing is wrong with the copy.
    }
    notice.accept(
        new FtmpjException(
                code,
                "a copy of a checkpoint of rank %d cannot be used: %s: %s"
                    .formatted(rank, copy, why))
            .getMessage());
  }
}
