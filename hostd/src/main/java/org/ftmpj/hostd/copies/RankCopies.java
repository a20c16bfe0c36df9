package org.ftmpj.hostd.copies;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.RunningProof;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.channel.ChannelRecords;
import org.ftmpj.transport.channel.MessageRetention;

/**
 * Copies the checkpoints of one rank of this host, each with what the rank's logs have by then:
 * what it has sent to all ranks, marks too, and what it has printed. All of it passes the gate
 * before it counts, for it leaves the host. One thread.
 */
final class RankCopies implements AutoCloseable {
  /** Errors of what is read of logs while it is removed. */
  private static final Set<ErrorCode> WAS_PRUNED =
      EnumSet.of(ErrorCode.LOG_DROPPED, ErrorCode.LOG_CORRUPT);

  /** So often the first copy is begun before it is put off. */
  private static final int ATTEMPTS = 4;

  private final JobLayout layout;
  private final int rank;
  private final int cameAs;
  private final int size;
  private final EdgeGate gate;
  private final CheckpointStore from;
  private final CopyPlace place;
  private final CopyProofs proofs;
  private final BooleanSupplier ending;

  /** How far each log is in files that count. */
  private final List<CopyPlace.CopiedLog> copied;

  private long copiedOutput;

  /** How many such files there are. */
  private int files;

  /** What the last checkpoints need that were copied from here, the newest last. */
  private final Deque<long[]> lastTwo = new ArrayDeque<>();

  /** Whether it is known what an earlier run of the job has copied. */
  private boolean isCounted;

  /** The digest of the state of the checkpoint that it has copied last; empty if there is none. */
  private byte[] there = {};

  /** The checkpoint that was copied last; empty if none was. */
  private Optional<Which> last = Optional.empty();

  /** Where the logs are read; empty before, and after a failure. */
  private List<ChannelRecords> logs = List.of();

  private PayloadSource payloads;

  /** What is needed of the logs, as they may be pruned here. */
  private final MessageRetention needed;

  /** From which messages on all was copied that was needed then; 0 if all of a log. */
  private long[] begun;

  /** How many files there are before all is copied again, if that could not be done. */
  private int allFrom;

  /** Numbers are given again, to checkpoints that were taken later. */
  private record Which(long number, long writtenMs) {
    /** Identifies a checkpoint, as one that was never written if it is removed meanwhile. */
    static Which of(Stored checkpoint) {
      return new Which(checkpoint.number(), checkpoint.state().toFile().lastModified());
    }
  }

  /**
   * @param needed which messages of the rank are needed, by what is known here
   * @param gate what is copied passes it
   * @param ending whether what is being copied need not become a copy any more
   */
  RankCopies(
      JobLayout layout,
      CopyPlace place,
      CopyProofs proofs,
      int rank,
      int size,
      MessageRetention needed,
      EdgeGate gate,
      BooleanSupplier ending) {
    this.needed = needed;
    this.begun = new long[size];
    this.layout = layout;
    this.place = place;
    this.proofs = proofs;
    this.rank = rank;
    this.cameAs = ArrivalIncarnation.of(layout, rank);
    this.size = size;
    this.gate = gate;
    this.ending = ending;
    this.from = new CheckpointStore(layout.checkpoints(rank));
    this.copied = new ArrayList<>(Collections.nCopies(size, CopyPlace.CopiedLog.NOTHING));
  }

  int rank() {
    return rank;
  }

  /** How many files of records count. */
  int files() {
    return files;
  }

  /**
   * What the last two checkpoints need that were copied there since it was made, as {@link
   * PublishedPositions#of} has it; none as long as there are not two.
   */
  List<long[]> lastTwo() {
    return lastTwo.size() < CheckpointStore.RETAINED ? List.of() : List.copyOf(lastTwo);
  }

  /** Goes on after what was copied there in an earlier run of the job. */
  private void goOn() throws IOException {
    CopyPlace.Earlier earlier = place.earlier(size, ending);
    files = earlier.files();
    Collections.copy(copied, earlier.logs());
    copiedOutput = earlier.output();
    there = earlier.newest();
    isCounted = true;
  }

  /**
   * Copies the newest checkpoint, unless that was copied, or is removed meanwhile.
   *
   * @return whether it did
   * @throws FtmpjException NOT_COPIED; it may be tried again
   */
  boolean copyNewest() throws InterruptedException {
    Optional<Stored> newest = from.all().stream().findFirst();
    Optional<Which> which = newest.map(Which::of);
    if (which.isEmpty() || last.equals(which)) {
      return false;
    }
    try {
      if (!isCounted) {
        goOn();
      }
      Optional<Path> heap = from.hold(newest.get());
      Optional<CheckpointState> state = state(newest.get());
      boolean done =
          heap.isPresent()
              && state.isPresent()
              && (isCopied(state.get()) || copy(heap.get(), state.get()));
      last = done ? which : last;
      return done;
    } catch (IOException | FtmpjException e) {
      String why = e instanceof FtmpjException f ? f.what() : Reason.of((IOException) e);
      throw new FtmpjException(
          ErrorCode.NOT_COPIED,
          "a checkpoint of rank %d is not copied to %s: %s".formatted(rank, place, why),
          e);
    } finally {
      from.release();
    }
  }

  /** In an earlier run. */
  private boolean isCopied(CheckpointState state) {
    return last.isEmpty()
        && there.length > 0
        && Arrays.equals(there, DirectoryPlace.digest(state.encode()));
  }

  /** Empty if the checkpoint is removed meanwhile. */
  private static Optional<CheckpointState> state(Stored checkpoint) {
    try {
      return Optional.of(CheckpointState.read(checkpoint.state()));
    } catch (FtmpjException e) {
      if (Files.exists(checkpoint.directory())) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Returns false if the end has come. */
  private boolean copy(Path heap, CheckpointState state) throws IOException, InterruptedException {
    RankCheckpoint checkpoint = RankCheckpoint.decode(state.rank());
    if (files == 0) {
      return copyFirst(heap, state, checkpoint);
    }
    long[] first = needed();
    boolean gone = last.isEmpty() && isGone();
    if (!gone && (files < allFrom || Arrays.equals(first, begun) || !place.hasGrown())) {
      return copy(heap, state, false, copied);
    }
    try {
      boolean done = copy(heap, state, true, all(checkpoint, first));
      begun = done ? first : begun;
      return done;
    } catch (FtmpjException e) {
      if (gone || !WAS_PRUNED.contains(e.code())) {
        throw e;
      }
      // It is needed no more, since just now.
      allFrom = 2 * files;
      return copy(heap, state, false, copied);
    }
  }

  /** All that is needed, which may be pruned meanwhile. */
  private boolean copyFirst(Path heap, CheckpointState state, RankCheckpoint checkpoint)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return copy(heap, state, false, all(checkpoint, needed()));
      } catch (FtmpjException e) {
        if (attempt == ATTEMPTS || !WAS_PRUNED.contains(e.code())) {
          throw e;
        }
      }
    }
  }

  /**
   * @param all whether it has all that is needed
   * @param from after what
   */
  private boolean copy(
      Path heap, CheckpointState state, boolean all, List<CopyPlace.CopiedLog> from)
      throws IOException, InterruptedException {
    boolean done = false;
    try (CopyPlace.Begun begun = place.begin(files + 1, all, true);
        FileChannel image = FileChannel.open(heap, StandardOpenOption.READ)) {
      // The logs after the checkpoint was written: what it says was sent is there, and marks
      // behind.
      RunningProof heapProof = begin(CopyProofs.What.HEAP);
      if (!copyRecords(begun, all, from, state)
          || !DirectoryPlace.copy(image, CopyPlace.Part.HEAP, begun, heapProof::add, ending)) {
        return false;
      }
      byte[] bytes = state.encode();
      begun.write(CopyPlace.Part.STATE, ByteBuffer.wrap(bytes));
      begun.write(
          CopyPlace.Part.PROOFS,
          CopiedImage.proofs(heapProof.proof(), begin(CopyProofs.What.STATE), bytes));
      begun.sync();
      gate.pass();
      begun.commit();
      done = true;
    } finally {
      if (!done) {
        forget();
      }
    }
    files++;
    for (int destination = 0; destination < size; destination++) {
      ChannelRecords log = logs.get(destination);
      copied.set(destination, new CopyPlace.CopiedLog(log.sequence(), log.marks()));
    }
    copiedOutput = Math.max(copiedOutput, state.outputBytes());
    lastTwo.add(PublishedPositions.of(RankCheckpoint.decode(state.rank()), size));
    if (lastTwo.size() > CheckpointStore.RETAINED) {
      lastTwo.remove();
    }
    return true;
  }

  /**
   * @return false if the end has come
   */
  private boolean copyRecords(
      CopyPlace.Begun to, boolean all, List<CopyPlace.CopiedLog> from, CheckpointState state)
      throws IOException {
    RankCheckpoint checkpoint = RankCheckpoint.decode(state.rank());
    CopiedRecords.Writer writer =
        new CopiedRecords.Writer(
            bytes -> to.write(CopyPlace.Part.RECORDS, bytes),
            begin(all ? CopyProofs.What.ALL_RECORDS : CopyProofs.What.RECORDS),
            cameAs);
    if (all || files == 0) {
      forget();
      for (int destination = 0; destination < size; destination++) {
        if (from.get(destination).message() > 0) {
          writer.begin(destination, from.get(destination).message());
        }
      }
    }
    open(from);
    for (int destination = 0; destination < size; destination++) {
      ChannelRecords log = logs.get(destination);
      // Marks behind the last message that the checkpoint needs, too, but not all that follows:
      // the rank may send as fast as this goes.
      long last = checkpoint.firstSent(destination) - 1;
      while (log.sequence() <= last && log.next()) {
        if (ending.getAsBoolean()) {
          return false;
        }
        writer.add(destination, log.head(), log.length(), log::copy);
      }
      if (log.sequence() < last) {
        throw new EOFException(
            "message %d to rank %d is not in the log, which ends with %d"
                .formatted(last, destination, log.sequence()));
      }
    }
    // After a restart from an older checkpoint more may have been copied than this one needs.
    addOutput(writer, all ? 0 : copiedOutput, Math.max(copiedOutput, state.outputBytes()));
    writer.finish();
    return true;
  }

  /** Begins the proof of a part of the next copy. */
  private RunningProof begin(CopyProofs.What what) {
    return proofs.begin(what, place.host(), rank, files + 1);
  }

  private void addOutput(CopiedRecords.Writer writer, long begin, long end) throws IOException {
    if (end <= begin) {
      return;
    }
    try (FileChannel file = FileChannel.open(layout.output(rank), StandardOpenOption.READ)) {
      writer.add(
          CopiedRecords.OUTPUT,
          ByteBuffer.allocate(0),
          end - begin,
          (offset, bytes, buffer) -> read(file, begin + offset, bytes, buffer));
    }
  }

  private static void read(FileChannel file, long position, int bytes, ByteBuffer to)
      throws IOException {
    ByteBuffer part = to.slice(to.position(), bytes);
    while (part.hasRemaining()) {
      if (file.read(part, position + part.position()) < 0) {
        throw new EOFException("the output log ends too early");
      }
    }
    to.position(to.position() + bytes);
  }

  /** Goes to after that, unless they are there. */
  private void open(List<CopyPlace.CopiedLog> from) {
    if (!logs.isEmpty()) {
      return;
    }
    payloads = new PayloadSource(layout.bulk(rank));
    logs = new ArrayList<>();
    for (int destination = 0; destination < size; destination++) {
      CopyPlace.CopiedLog log = from.get(destination);
      logs.add(new ChannelRecords(layout, rank, destination, payloads, log.message(), log.marks()));
    }
  }

  /** Whether what follows on what is copied was removed here: part of that was damaged. */
  private boolean isGone() {
    for (int destination = 0; destination < size; destination++) {
      long next = copied.get(destination).message() + 1;
      if (ChannelRecords.first(layout, rank, destination) > next) {
        return true;
      }
    }
    return false;
  }

  /** The first messages that are needed, by what is known here. */
  private long[] needed() {
    return LongStream.range(0, size).map(destination -> needed.from((int) destination)).toArray();
  }

  private List<CopyPlace.CopiedLog> all(RankCheckpoint checkpoint, long[] first) {
    return IntStream.range(0, size)
        .mapToObj(destination -> before(destination, first[destination], checkpoint))
        .toList();
  }

  /** What is before the first message that is needed, or that follows on the checkpoint. */
  private CopyPlace.CopiedLog before(int destination, long first, RankCheckpoint checkpoint) {
    long last = Math.min(first, checkpoint.firstSent(destination)) - 1;
    // A mirror that has become the log may begin later than is known here: by what was known there.
    long removed = ChannelRecords.first(layout, rank, destination) - 1;
    return CopyPlace.CopiedLog.upTo(Math.max(0, Math.max(removed, last)));
  }

  /** The logs are read once more from where they are copied. */
  private void forget() {
    logs.forEach(ChannelRecords::close);
    logs = List.of();
    if (payloads != null) {
      payloads.close();
    }
  }

  @Override
  public void close() {
    forget();
  }
}
