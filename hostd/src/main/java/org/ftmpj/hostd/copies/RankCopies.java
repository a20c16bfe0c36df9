package org.ftmpj.hostd.copies;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.channel.ChannelRecords;

/**
 * Copies the checkpoints of one rank of this host, each with what the rank's logs have by then:
 * what it has sent to all ranks, marks too, and what it has printed. All of it passes the gate
 * before it counts, for it leaves the host. One thread.
 */
final class RankCopies implements AutoCloseable {
  private static final int PIECE = 1 << 20;

  /** The name of a file of records. */
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private final JobLayout layout;
  private final int rank;
  private final int size;
  private final EdgeGate gate;
  private final CheckpointStore from;
  private final CopyDirectory.OfRank place;
  private final CheckpointStore to;

  /** How many records of each log are in files that count. */
  private final long[] copied;

  private long copiedOutput;

  /** How many such files there are. */
  private int files;

  /** Whether it is not known yet what an earlier run of the job has copied. */
  private boolean isToBeCounted;

  /** The checkpoint that was copied last; empty if none was. */
  private Optional<Which> last = Optional.empty();

  /** Where the logs are read; empty before, and after a failure. */
  private List<ChannelRecords> logs = List.of();

  private PayloadSource payloads;
  private volatile boolean closing;

  /** Numbers are given again, to checkpoints that were taken later. */
  private record Which(long number, long writtenMs) {
    /** It was never written if it is removed meanwhile. */
    static Which of(Stored checkpoint) {
      return new Which(checkpoint.number(), checkpoint.state().toFile().lastModified());
    }
  }

  /**
   * @param gate what is copied passes it
   * @param goesOn whether an earlier run of the job may have copied some
   */
  RankCopies(
      JobLayout layout,
      CopyDirectory.OfRank place,
      int rank,
      int size,
      EdgeGate gate,
      boolean goesOn) {
    this.isToBeCounted = goesOn;
    this.layout = layout;
    this.rank = rank;
    this.size = size;
    this.gate = gate;
    this.from = new CheckpointStore(layout.checkpoints(rank));
    this.place = place;
    this.to = new CheckpointStore(place.images());
    this.copied = new long[size];
  }

  /**
   * Goes on after what was copied in an earlier run of the job. What is damaged there, and what
   * follows it, is copied once more.
   *
   * @return false if the end has come
   */
  private boolean goOn() throws IOException {
    while (Files.exists(file(files + 1)) && count(file(files + 1))) {
      files++;
    }
    if (closing) {
      return false; // Perhaps in the middle of a file.
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place.records())) {
      for (Path each : all) {
        String name = each.getFileName().toString();
        if (NUMBER.matcher(name).matches() && Integer.parseInt(name) > files) {
          Files.delete(each);
        }
      }
    }
    isToBeCounted = false;
    return true;
  }

  /** Returns false if it is damaged, or the end has come. */
  private boolean count(Path file) {
    Counter counter = new Counter();
    try (CopiedRecords.Reader reader = new CopiedRecords.Reader(file)) {
      reader.readAll(counter);
    } catch (IOException unusable) {
      return false;
    }
    Arrays.setAll(copied, destination -> copied[destination] + counter.records[destination]);
    copiedOutput += counter.output;
    return true;
  }

  private final class Counter implements CopiedRecords.Sink {
    final long[] records = new long[size];
    long output;

    @Override
    public void record(int destination, ByteBuffer head, long length, ByteBuffer first)
        throws IOException {
      requireMore();
      if (destination == CopiedRecords.OUTPUT) {
        output += length;
      } else if (destination < 0 || destination >= size) {
        throw new IOException("a record for rank " + destination);
      } else {
        records[destination]++;
      }
    }

    @Override
    public void piece(int destination, long offset, ByteBuffer piece) throws IOException {
      requireMore();
    }

    private void requireMore() throws IOException {
      if (closing) {
        throw new InterruptedIOException("Nothing is copied any more");
      }
    }
  }

  private Path file(int number) {
    return place.records().resolve(Integer.toString(number));
  }

  /** What is being copied need not become a copy any more. Any thread. */
  void end() {
    closing = true;
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
      if (isToBeCounted && !goOn()) {
        return false;
      }
      Optional<Path> heap = from.hold(newest.get());
      Optional<CheckpointState> state = state(newest.get());
      boolean done =
          heap.isPresent()
              && state.isPresent()
              && (isCopied(newest.get()) || copy(heap.get(), state.get()));
      last = done ? which : last;
      return done;
    } catch (IOException | FtmpjException e) {
      String why = e instanceof FtmpjException f ? f.what() : Reason.of((IOException) e);
      throw new FtmpjException(
          ErrorCode.NOT_COPIED,
          "a checkpoint of rank %d is not copied to %s: %s".formatted(rank, place.directory(), why),
          e);
    } finally {
      from.release();
    }
  }

  /** In an earlier run. */
  private boolean isCopied(Stored checkpoint) throws IOException {
    Optional<Stored> copy = last.isEmpty() ? to.all().stream().findFirst() : Optional.empty();
    if (copy.isEmpty()) {
      return false;
    }
    try {
      return Integer.parseInt(Files.readString(recordsOf(copy.get()))) <= files
          && Files.mismatch(copy.get().state(), checkpoint.state()) < 0;
    } catch (NoSuchFileException | NumberFormatException e) {
      return false;
    }
  }

  /** Says how many files of records a copy needs. */
  private static Path recordsOf(Stored copy) {
    return copy.directory().resolve("records");
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
    if (!Files.isDirectory(place.records())) {
      throw new NoSuchFileException(place.records().toString()); // Nor is it made again.
    }
    long[] records = copied.clone();
    Path file = place.records().resolve(files + 1 + ".new");
    Stored begun = to.begin();
    boolean done = false;
    try {
      // The logs after the checkpoint was written: what it says was sent is there, and marks
      // behind.
      if (!copyRecords(file, RankCheckpoint.decode(state.rank()), state.outputBytes(), records)
          || !copyHeap(heap, begun.heap())) {
        return false;
      }
      state.write(begun.state());
      Files.writeString(recordsOf(begun), Integer.toString(files + 1));
      gate.pass();
      Files.move(file, file(files + 1), StandardCopyOption.ATOMIC_MOVE);
      sync(place.records());
      files++;
      System.arraycopy(records, 0, copied, 0, size);
      copiedOutput = Math.max(copiedOutput, state.outputBytes());
      to.commit(begun);
      // It would be overwritten while another host reads it.
      to.removeSpare();
      done = true;
      return true;
    } finally {
      if (!done) {
        to.abandon(begun);
        Files.deleteIfExists(file);
        forget();
      }
    }
  }

  /**
   * @param records how many of each log were copied; is set to how many are
   * @return false if the end has come
   */
  private boolean copyRecords(Path file, RankCheckpoint checkpoint, long output, long[] records)
      throws IOException {
    open();
    try (CopiedRecords.Writer writer = new CopiedRecords.Writer(file)) {
      for (int destination = 0; destination < size; destination++) {
        ChannelRecords log = logs.get(destination);
        while (log.next()) {
          if (closing) {
            return false;
          }
          writer.add(destination, log.head(), log.length(), log::copy);
          records[destination]++;
        }
        if (log.sequence() < checkpoint.firstSent(destination) - 1) {
          throw new EOFException(
              "message %d to rank %d is not in the log, which ends with %d"
                  .formatted(checkpoint.firstSent(destination) - 1, destination, log.sequence()));
        }
      }
      addOutput(writer, output);
      writer.finish();
    }
    return true;
  }

  private void addOutput(CopiedRecords.Writer writer, long end) throws IOException {
    if (end <= copiedOutput) {
      return;
    }
    try (FileChannel file = FileChannel.open(layout.output(rank), StandardOpenOption.READ)) {
      long begin = copiedOutput;
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

  private boolean copyHeap(Path heap, Path copy) throws IOException {
    try (FileChannel source = FileChannel.open(heap, StandardOpenOption.READ);
        FileChannel target =
            FileChannel.open(
                copy,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
      long bytes = source.size();
      for (long done = 0; done < bytes; ) {
        if (closing) {
          return false;
        }
        done += source.transferTo(done, Math.min(PIECE, bytes - done), target);
      }
    }
    return true;
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Goes to after what is copied. */
  private void open() throws EOFException {
    if (!logs.isEmpty()) {
      return;
    }
    payloads = new PayloadSource(layout.bulk(rank));
    logs = new ArrayList<>();
    for (int destination = 0; destination < size; destination++) {
      ChannelRecords log = new ChannelRecords(layout, rank, destination, payloads);
      logs.add(log);
      for (long i = 0; i < copied[destination]; i++) {
        if (!log.next()) {
          throw new EOFException(
              "the log to rank %d has %d records, of which %d were copied"
                  .formatted(destination, i, copied[destination]));
        }
      }
    }
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
