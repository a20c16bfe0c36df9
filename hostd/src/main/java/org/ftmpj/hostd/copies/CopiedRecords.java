package org.ftmpj.hostd.copies;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.RunningProof;

/**
 * A file with records that were copied of a rank's logs, in the order in which they are there.
 * Little-endian:
 *
 * <pre>
 *  0  u32  "FTCR"
 *  4  u32  version, 3
 *  8  i32  the incarnation with which the rank came to the host that copies; 0 if it began there
 * 12  u32  CRC-32C of all of it before
 *  records, each:
 *         i32  destination; -1 for bytes of the output log, -3 for where a log begins
 *         i32  n, bytes of the head; 0 of the output log
 *         i64  bytes of the payload
 *              head, payload
 *         u32  CRC-32C of all of it before
 *  where a log begins, before any record of it, has for its head:
 *         i32  destination
 *         i64  the last message before what follows: what is before is not needed
 *  end:
 *         i32  -2
 *              a proof of all of it before, see {@link CopyProofs}
 * </pre>
 */
final class CopiedRecords {
  static final int OUTPUT = -1;

  private static final int END = -2;
  private static final int BEGINNING = -3;
  private static final int MAGIC = 0x52435446;
  private static final int VERSION = 3;
  private static final int BUFFER = 1 << 18;
  private static final int MOST_HEAD = 256;
  private static final int START = Integer.BYTES + Integer.BYTES + Long.BYTES;
  private static final int BEGINNING_HEAD = Integer.BYTES + Long.BYTES;

  private CopiedRecords() {}

  /** The payload of a record that is written. */
  interface Payload {
    /** Copies so many bytes from there on to the buffer's position, which it moves. */
    void copy(long offset, int bytes, ByteBuffer to) throws IOException;
  }

  /** The destination of a file's bytes. */
  interface Output {
    /** Takes all that the buffer has left. */
    void write(ByteBuffer bytes) throws IOException;
  }

  /** Writes one. One thread. */
  static final class Writer {
    private final Output file;
    private final RunningProof proof;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer buffer =
        ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param proof to which all of it is added
     * @param cameAs the incarnation with which the rank came to this host; 0 if it began here
     */
    Writer(Output file, RunningProof proof, int cameAs) {
      this.file = file;
      this.proof = proof;
      buffer.putInt(MAGIC).putInt(VERSION).putInt(cameAs);
      digest(0);
      buffer.putInt((int) crc.getValue());
    }

    /** The log to that rank is copied after that message. Before its records. */
    void begin(int destination, long message) throws IOException {
      ByteBuffer head = ByteBuffer.allocate(BEGINNING_HEAD).order(ByteOrder.LITTLE_ENDIAN);
      head.putInt(destination).putLong(message);
      add(BEGINNING, head.flip(), 0, (offset, bytes, to) -> {});
    }

    void add(int destination, ByteBuffer head, long length, Payload payload) throws IOException {
      crc.reset();
      room(START + head.limit());
      int begin = buffer.position();
      buffer.putInt(destination).putInt(head.limit()).putLong(length);
      buffer.put(buffer.position(), head, 0, head.limit());
      buffer.position(buffer.position() + head.limit());
      digest(begin);
      int piece;
      for (long done = 0; done < length; done += piece) {
        room(1);
        piece = (int) Math.min(length - done, buffer.remaining());
        int at = buffer.position();
        payload.copy(done, piece, buffer);
        digest(at);
      }
      room(Integer.BYTES);
      buffer.putInt((int) crc.getValue());
    }

    private void digest(int from) {
      crc.update(buffer.duplicate().flip().position(from));
    }

    private void room(int bytes) throws IOException {
      if (buffer.remaining() < bytes) {
        write();
      }
    }

    private void write() throws IOException {
      proof.add(buffer.flip());
      file.write(buffer);
      buffer.clear();
    }

    /** All is there. */
    void finish() throws IOException {
      room(Integer.BYTES);
      buffer.putInt(END);
      write();
      proof.proof().encode(buffer);
      file.write(buffer.flip());
    }
  }

  /** A consumer of a file's content. Buffers are valid during the call only. */
  interface Sink {
    /** The log to that rank is there after that message, and no one needs what is before. */
    void begin(int destination, long message) throws IOException;

    /**
     * A record.
     *
     * @param payload all of it, or its first piece
     */
    void record(int destination, ByteBuffer head, long length, ByteBuffer payload)
        throws IOException;

    /** The next piece of its payload. */
    void piece(int destination, long offset, ByteBuffer piece) throws IOException;
  }

  /** Reads one. One thread. */
  static final class Reader implements AutoCloseable {
    private final FileChannel file;
    private final RunningProof proof;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer start = ByteBuffer.allocate(START).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer head =
        ByteBuffer.allocateDirect(MOST_HEAD).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer payload =
        ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param proof to which all of it is added
     */
    Reader(Path path, RunningProof proof) throws IOException {
      this.proof = proof;
      file = FileChannel.open(path, StandardOpenOption.READ);
    }

    /**
     * The incarnation with which the rank came to the host that has copied it; 0 if it began there.
     * Comes first, and once.
     */
    int cameAs() throws IOException {
      crc.reset();
      if (readInt() != MAGIC || readInt() != VERSION) {
        throw new IOException("it holds no copied records of version " + VERSION);
      }
      int cameAs = readInt();
      requireDigest();
      return cameAs;
    }

    /**
     * Gives all that follows to the sink.
     *
     * @throws CopyProofs.NotProven if it is not what a host of the job has copied; all was given
     *     then
     * @throws IOException if it is damaged; what came before was given then
     */
    void readAll(Sink sink) throws IOException {
      while (true) {
        crc.reset();
        int destination = readInt();
        if (destination == END) {
          requireProof();
          return;
        }
        record(destination, sink);
      }
    }

    private void record(int destination, Sink sink) throws IOException {
      read(start.clear().limit(Integer.BYTES + Long.BYTES));
      int headLength = start.getInt(0);
      long length = start.getLong(Integer.BYTES);
      if (headLength < 0 || headLength > MOST_HEAD || length < 0) {
        throw new IOException("it is damaged");
      }
      read(head.clear().limit(headLength));
      long done = 0;
      do {
        int bytes = (int) Math.min(BUFFER, length - done);
        read(payload.clear().limit(bytes));
        if (done + bytes == length) {
          requireDigest();
        }
        if (destination == BEGINNING) {
          begin(sink);
        } else if (done == 0) {
          sink.record(destination, head, length, payload);
        } else {
          sink.piece(destination, done, payload);
        }
        done += bytes;
      } while (done < length);
    }

    private void begin(Sink sink) throws IOException {
      if (head.limit() != BEGINNING_HEAD || payload.hasRemaining()) {
        throw new IOException("it is damaged");
      }
      sink.begin(head.getInt(0), head.getLong(Integer.BYTES));
    }

    private void requireProof() throws IOException {
      Proof found = proof.proof();
      ByteBuffer its = ByteBuffer.allocate(Proof.LENGTH);
      fill(its);
      if (!found.matches(Proof.decode(its))) {
        throw new CopyProofs.NotProven();
      }
    }

    private void requireDigest() throws IOException {
      int found = (int) crc.getValue();
      if (readInt() != found) {
        throw new IOException("it is damaged");
      }
    }

    private int readInt() throws IOException {
      ByteBuffer four = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      read(four);
      return four.getInt(0);
    }

    private void read(ByteBuffer to) throws IOException {
      fill(to);
      proof.add(to);
      crc.update(to);
      to.rewind();
    }

    private void fill(ByteBuffer to) throws IOException {
      while (to.hasRemaining()) {
        if (file.read(to) < 0) {
          throw new EOFException("it ends too early");
        }
      }
      to.flip();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
