package org.ftmpj.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileOutcome;

/**
 * An operation of a program's thread on a file.
 *
 * @param rank number of the thread's rank
 * @param thread number of the thread in the rank
 * @param number number of this operation among those of the thread, from 1
 * @param to the other name of a file that is moved, else empty
 */
record FileOperation(int rank, int thread, long number, Act act, String file, String to) {

  /**
   * The outcome of an operation.
   *
   * @param order number of the operation among those of all ranks
   * @param length of the file before, in bytes; {@link AppendedFiles#NOT_THERE}
   */
  record Done(long order, long length, byte[] outcome) {

    byte[] bytes() {
      return encoded(
          out -> {
            out.writeLong(order);
            out.writeLong(length);
            out.writeInt(outcome.length);
            out.write(outcome);
          });
    }

    static Done of(byte[] bytes) {
      try {
        return of(new DataInputStream(new ByteArrayInputStream(bytes)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Done of(DataInputStream in) throws IOException {
      return new Done(in.readLong(), in.readLong(), in.readNBytes(in.readInt()));
    }
  }

  /** The operation and how it came out, as in a file. */
  record Entry(FileOperation operation, Done done) {

    byte[] bytes() {
      return encoded(
          out -> {
            operation.write(out);
            out.write(done.bytes());
          });
    }

    static Entry of(byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      return new Entry(FileOperation.read(in), Done.of(in));
    }
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] encoded(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(rank);
    out.writeInt(thread);
    out.writeLong(number);
    out.writeByte(act.ordinal());
    for (String name : new String[] {file, to}) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static FileOperation read(DataInputStream in) throws IOException {
    return new FileOperation(
        in.readInt(),
        in.readInt(),
        in.readLong(),
        Act.values()[in.readByte()],
        new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8),
        new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
  }

  Path path() {
    return Path.of(file);
  }

  /** Whether a file is not where it was any more. */
  boolean isRemoved(byte[] outcome) {
    return (act == Act.REMOVE || act == Act.MOVE) && FileOutcome.isDone(outcome);
  }

  boolean opens() {
    return act == Act.WRITE || act == Act.APPEND || act == Act.OPEN;
  }

  /** Whether what the file is tells later if the operation was done, should it be broken off. */
  boolean willShow() {
    return switch (act) {
      case WRITE, APPEND, OPEN -> true;
      case CREATE -> !isThere();
      case REMOVE, MOVE -> isThere();
      case OTHER -> false;
    };
  }

  /** Whether an interrupted operation has taken effect. */
  boolean shows() {
    return switch (act) {
      case WRITE -> isThere() && AppendedFiles.length(path()) == 0;
      case APPEND, OPEN, CREATE -> isThere();
      case REMOVE, MOVE -> !isThere();
      case OTHER -> false;
    };
  }

  private boolean isThere() {
    return Files.exists(path(), LinkOption.NOFOLLOW_LINKS);
  }
}
