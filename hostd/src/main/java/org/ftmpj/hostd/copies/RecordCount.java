package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/** How far files of records have each log of a rank, and what it has printed. One thread. */
final class RecordCount {
  private final CopyPlace.CopiedLog[] logs;
  private final long[] begins;
  private long output;

  /** The incarnation with which the rank came to the host that has copied it; -1: of no file. */
  private int cameAs;

  private RecordCount(CopyPlace.CopiedLog[] logs, long[] begins, long output, int cameAs) {
    this.cameAs = cameAs;
    this.logs = logs;
    this.begins = begins;
    this.output = output;
  }

  /** The count of no file. */
  static RecordCount none(int size) {
    CopyPlace.CopiedLog[] logs = new CopyPlace.CopiedLog[size];
    Arrays.fill(logs, CopyPlace.CopiedLog.NOTHING);
    return new RecordCount(logs, new long[size], 0, -1);
  }

  /** How far each log is. */
  List<CopyPlace.CopiedLog> logs() {
    return List.of(logs);
  }

  /** After which message the log to that rank begins; 0 if it is there from its first one on. */
  long begin(int destination) {
    return begins[destination];
  }

  /** Bytes of the output log. */
  long output() {
    return output;
  }

  /**
   * With the file that follows, too.
   *
   * @param reader of it
   * @param ending whether it is not wanted any more; then it fails
   * @throws InterruptedIOException if it was not wanted
   * @throws IOException if the file is damaged, not proven, or does not follow
   */
  RecordCount with(CopiedRecords.Reader reader, BooleanSupplier ending) throws IOException {
    RecordCount counted = new RecordCount(logs.clone(), begins.clone(), output, cameAs);
    counted.continueAs(reader.cameAs());
    reader.readAll(counted.new Counter(ending));
    return counted;
  }

  private void continueAs(int next) throws IOException {
    if (cameAs >= 0 && cameAs != next) {
      throw new IOException("the rank came to its host as %d, not %d".formatted(next, cameAs));
    }
    cameAs = next;
  }

  private final class Counter implements CopiedRecords.Sink {
    private final BooleanSupplier ending;

    Counter(BooleanSupplier ending) {
      this.ending = ending;
    }

    @Override
    public void begin(int destination, long message) throws IOException {
      requireRank(destination);
      logs[destination] = CopyPlace.CopiedLog.upTo(message);
      begins[destination] = message;
    }

    @Override
    public void record(int destination, ByteBuffer head, long length, ByteBuffer first)
        throws IOException {
      requireMore();
      if (destination == CopiedRecords.OUTPUT) {
        output += length;
        return;
      }
      requireRank(destination);
      CopyPlace.CopiedLog next = logs[destination].with(head);
      if (next.message() > logs[destination].message() + 1) {
        throw new IOException(
            "message %d to rank %d comes after %d"
                .formatted(next.message(), destination, logs[destination].message()));
      }
      logs[destination] = next;
    }

    @Override
    public void piece(int destination, long offset, ByteBuffer piece) throws IOException {
      requireMore();
    }

    private void requireRank(int destination) throws IOException {
      if (destination < 0 || destination >= logs.length) {
        throw new IOException("a record for rank " + destination);
      }
    }

    private void requireMore() throws IOException {
      if (ending.getAsBoolean()) {
        throw new InterruptedIOException("Nothing is copied any more");
      }
    }
  }
}
