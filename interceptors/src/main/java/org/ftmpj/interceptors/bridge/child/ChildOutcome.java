package org.ftmpj.interceptors.bridge.child;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The outcome of one call about a process, as in the record.
 *
 * @param end how the process has ended, if that was seen then; else null
 */
record ChildOutcome(Kind kind, byte[] content, End end) {
  private static final byte[] NOTHING = {};

  /** The call has to wait first. */
  static final ChildOutcome NOT_YET = new ChildOutcome(Kind.NOT_YET, NOTHING, null);

  /** The calling thread was interrupted. */
  static final ChildOutcome INTERRUPTED = new ChildOutcome(Kind.INTERRUPTED, NOTHING, null);

  /** The kind of an outcome. The order is part of the record's format. */
  enum Kind {
    NOT_YET,
    DONE,
    /** An exception of input or output; its message and that of its cause follow. */
    FAILED,
    INTERRUPTED,
    /** Another exception, which the same call throws again. */
    UNEXPECTED
  }

  /**
   * The end of a process.
   *
   * @param code its exit value
   * @param out what was not read of its output then
   * @param outPosition how much was read of its output before
   * @param err what was not read of its error output then
   * @param errPosition how much was read of its error output before
   */
  record End(int code, byte[] out, long outPosition, byte[] err, long errPosition) {

    void write(DataOutputStream to) throws IOException {
      to.writeInt(code);
      ChildOutcome.write(to, out, outPosition);
      ChildOutcome.write(to, err, errPosition);
    }

    static End read(DataInputStream in) throws IOException {
      int code = in.readInt();
      long outPosition = in.readLong();
      byte[] out = in.readNBytes(in.readInt());
      long errPosition = in.readLong();
      return new End(code, out, outPosition, in.readNBytes(in.readInt()), errPosition);
    }
  }

  static ChildOutcome done() {
    return new ChildOutcome(Kind.DONE, NOTHING, null);
  }

  static ChildOutcome of(byte[] content) {
    return new ChildOutcome(Kind.DONE, content, null);
  }

  static ChildOutcome of(boolean answer) {
    return of(new byte[] {(byte) (answer ? 1 : 0)});
  }

  static ChildOutcome of(int number) {
    return written(Kind.DONE, out -> out.writeInt(number));
  }

  static ChildOutcome of(IOException e) {
    return written(
        Kind.FAILED,
        out -> {
          writeText(out, e.getMessage());
          writeText(out, e.getCause() instanceof IOException cause ? cause.getMessage() : null);
        });
  }

  interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  static ChildOutcome written(Kind kind, Content content) {
    return new ChildOutcome(kind, bytes(content), null);
  }

  private static byte[] bytes(Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      content.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  ChildOutcome with(End seen) {
    return new ChildOutcome(kind, content, seen);
  }

  boolean isTrue() {
    return content[0] != 0;
  }

  int number() {
    try {
      return read().readInt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A stream of its content. */
  DataInputStream read() {
    return new DataInputStream(new ByteArrayInputStream(content));
  }

  /** Throws the exception, if it is one of input or output. */
  ChildOutcome orThrow() throws IOException {
    if (kind != Kind.FAILED) {
      return this;
    }
    DataInputStream in = read();
    String message = readText(in);
    String cause = readText(in);
    throw cause == null
        ? new IOException(message)
        : new IOException(message, new IOException(cause));
  }

  byte[] encoded() {
    return bytes(
        out -> {
          out.writeByte(kind.ordinal());
          out.writeBoolean(end != null);
          if (end != null) {
            end.write(out);
          }
          out.write(content);
        });
  }

  static ChildOutcome decoded(byte[] bytes) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Kind kind = Kind.values()[in.readByte()];
      End end = in.readBoolean() ? End.read(in) : null;
      return new ChildOutcome(kind, in.readAllBytes(), end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DataOutputStream out, byte[] rest, long position) throws IOException {
    out.writeLong(position);
    out.writeInt(rest.length);
    out.write(rest);
  }

  static void writeText(DataOutputStream out, String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  static String readText(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)
        : null;
  }
}
