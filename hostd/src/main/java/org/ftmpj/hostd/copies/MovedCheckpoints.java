package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
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
  private final CopyDirectory directory;
  private final int rank;
  private final int incarnation;
  private final Consumer<String> notice;
  private final List<Candidate> candidates = new ArrayList<>();

  /** Bytes of the output log that are here. */
  private long output;

  private record Candidate(Stored stored, CheckpointState state, RankCheckpoint checkpoint) {}

  /**
   * @param incarnation that starts
   */
  MovedCheckpoints(
      JobLayout layout,
      ControlBlock control,
      CopyDirectory directory,
      int rank,
      int incarnation,
      Consumer<String> notice) {
    this.layout = layout;
    this.control = control;
    this.directory = directory;
    this.rank = rank;
    this.incarnation = incarnation;
    this.notice = notice;
  }

  /**
   * @param hosts on which the rank may have been
   * @throws FtmpjException LOG_NOT_WRITABLE, LOG_CORRUPT, DIVERGED: of what is here
   */
  void restore(List<Integer> hosts) {
    List<Images> all = new ArrayList<>();
    for (int host : hosts) {
      CopyDirectory.OfRank copies = directory.of(host, rank);
      if (Files.isDirectory(copies.directory())) {
        all.add(images(copies));
      }
    }
    // What a host has copied goes on where the ones before have come to.
    all.sort(Comparator.comparingLong(Images::firstClock));
    all.forEach(each -> use(each, restoreRecords(each.copies().records())));
    long[] sent = sent();
    candidates.removeIf(each -> !isComplete(each, sent));
    candidates.sort(Comparator.comparingLong(each -> each.checkpoint().clock()));
    int first = Math.max(0, candidates.size() - CheckpointStore.KEPT);
    candidates.subList(first, candidates.size()).forEach(this::restore);
  }

  // --------------------------------------------------------------------- logs

  /** Returns the number of the last file of records that is here now; 0 if none is. */
  private int restoreRecords(Path records) {
    try {
      for (RecordFiles.Series series : new RecordFiles(records).series()) {
        int number = restoreRecords(series);
        if (number >= series.begin()) {
          return number;
        }
      }
    } catch (IOException e) {
      unusable(records, Reason.of(e));
    }
    return 0; // The older ones are of no use either.
  }

  private int restoreRecords(RecordFiles.Series series) {
    int number = series.begin() - 1;
    try (RestoredLogs logs = new RestoredLogs(layout, control, rank, incarnation - 1)) {
      Sink sink = new Sink(logs);
      for (Path file : series.files()) {
        try (CopiedRecords.Reader reader = new CopiedRecords.Reader(file)) {
          reader.check();
          reader.readAll(sink);
        } catch (IOException e) {
          unusable(file, Reason.of(e));
          return number;
        }
        number++;
      }
    }
    return number;
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
    public void begin(int destination, long message) throws IOException {
      if (destination < 0 || destination >= control.size()) {
        throw new IOException("a log to rank " + destination);
      }
      long here = logs.before(destination);
      if (here > 0 && here < message) {
        throw new IOException(
            "it goes on after message %d to rank %d, and here is none after %d"
                .formatted(message, destination, here));
      }
      logs.begin(destination, message);
    }

    @Override
    public void record(int destination, ByteBuffer head, long length, ByteBuffer payload)
        throws IOException {
      if (destination == CopiedRecords.OUTPUT) {
        begin = printed;
        printed += length;
        print(begin, payload);
      } else if (destination < 0 || destination >= control.size()) {
        throw new IOException("a record for rank " + destination);
      } else {
        logs.record(destination, head, length, payload);
      }
    }

    @Override
    public void piece(int destination, long offset, ByteBuffer piece) throws IOException {
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
        FileChannel.open(
            layout.output(rank), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
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

  /** The last message to each rank that is here. */
  private long[] sent() {
    long[] sent = new long[control.size()];
    try (RestoredLogs logs = new RestoredLogs(layout, control, rank, incarnation - 1)) {
      for (int destination = 0; destination < sent.length; destination++) {
        sent[destination] = logs.before(destination);
      }
    }
    return sent;
  }

  // -------------------------------------------------------------------- images

  /**
   * The checkpoints that one host has copied.
   *
   * @param all those that can be read
   */
  private record Images(CopyDirectory.OfRank copies, List<Candidate> all) {
    /**
     * Of the first one; hosts on which the rank was later have later ones. The last of them may
     * have copied records and no checkpoint yet.
     */
    long firstClock() {
      return all.stream().mapToLong(each -> each.checkpoint().clock()).min().orElse(Long.MAX_VALUE);
    }
  }

  private Images images(CopyDirectory.OfRank copies) {
    List<Candidate> all = new ArrayList<>();
    for (Stored stored : new CheckpointStore(copies.images()).all()) {
      try {
        CheckpointState state = CheckpointState.read(stored.state());
        all.add(new Candidate(stored, state, RankCheckpoint.decode(state.rank())));
      } catch (FtmpjException e) {
        unusable(stored.directory(), e.getMessage());
      }
    }
    return new Images(copies, all);
  }

  /** Those for which there are enough files of records. */
  private void use(Images images, int records) {
    for (Candidate each : images.all()) {
      Path directory = each.stored().directory();
      try {
        String needed = Files.readString(directory.resolve("records"));
        if (Integer.parseInt(needed) > records) {
          unusable(directory, "file " + needed + " of the records is missing");
        } else {
          candidates.add(each);
        }
      } catch (IOException | NumberFormatException e) {
        unusable(directory, e.getMessage());
      }
    }
  }

  private boolean isComplete(Candidate candidate, long[] sent) {
    for (int destination = 0; destination < sent.length; destination++) {
      if (sent[destination] < candidate.checkpoint().firstSent(destination) - 1) {
        unusable(
            candidate.stored().directory(), "messages to rank " + destination + " are missing");
        return false;
      }
    }
    if (output < candidate.state().outputBytes()) {
      unusable(candidate.stored().directory(), "what the rank had printed is missing");
      return false;
    }
    return true;
  }

  /** The heap is checked by who restarts from it. */
  private void restore(Candidate candidate) {
    CheckpointStore store = new CheckpointStore(layout.checkpoints(rank));
    Stored begun = store.begin();
    try {
      Files.copy(candidate.stored().heap(), begun.heap(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      store.abandon(begun);
      unusable(candidate.stored().directory(), Reason.of(e));
      return;
    }
    CheckpointState state = candidate.state();
    new CheckpointState(
            state.kind(),
            state.taken(),
            state.heapBytes(),
            state.outputBytes(),
            candidate.checkpoint().elsewhere().encode())
        .write(begun.state());
    store.commit(begun);
  }

  private void unusable(Path copy, String why) {
    if (Thread.currentThread().isInterrupted()) {
      return; // The job ends, and nothing is wrong with the copy.
    }
    notice.accept(
        new FtmpjException(
                ErrorCode.COPY_UNUSABLE,
                "a copy of a checkpoint of rank %d cannot be used: %s: %s"
                    .formatted(rank, copy, why))
            .getMessage());
  }
}
