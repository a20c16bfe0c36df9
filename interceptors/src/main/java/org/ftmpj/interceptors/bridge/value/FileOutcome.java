package org.ftmpj.interceptors.bridge.value;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;

/**
 * The outcome of an operation on a file, as bytes: its result, or the exception.
 *
 * <pre>
 * 0                  done, or true; what it returned follows, if that is more
 * 1                  false
 * 2                  an exception that is not of input or output; the same call throws it again
 * 3..12              an exception: up to three strings of it, each null (0) or 1, length and UTF-8
 * </pre>
 */
public final class FileOutcome {
  /** The outcome of an operation without a result. */
  public static final byte[] DONE = {0};

  static final byte[] FALSE = {1};
  static final byte[] UNEXPECTED = {2};

  private FileOutcome() {}

  /** Whether it took effect. */
  public static boolean isDone(byte[] outcome) {
    return outcome[0] == 0;
  }

  static byte[] of(boolean done) {
    return done ? DONE : FALSE;
  }

  static byte[] of(String returned) {
    byte[] text = returned.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[1 + text.length];
    System.arraycopy(text, 0, bytes, 1, text.length);
    return bytes;
  }

  static String text(byte[] outcome) {
    return new String(outcome, 1, outcome.length - 1, StandardCharsets.UTF_8);
  }

  static byte[] of(IOException e) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(kind(e));
      if (e instanceof FileSystemException f) {
        write(out, f.getFile());
        write(out, f.getOtherFile());
        write(out, f.getReason());
      } else {
        write(out, e.getMessage());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static int kind(IOException e) {
    Class<?>[] kinds = {
      FileNotFoundException.class,
      NoSuchFileException.class,
      FileAlreadyExistsException.class,
      DirectoryNotEmptyException.class,
      NotDirectoryException.class,
      AccessDeniedException.class,
      AtomicMoveNotSupportedException.class
    };
    int known = Arrays.asList(kinds).indexOf(e.getClass());
    if (e instanceof ClosedChannelException) {
      return 12;
    }
    return known >= 0 ? 3 + known : e instanceof FileSystemException ? 10 : 11;
  }

  /** Throws the exception, if it is one. */
  static void check(byte[] outcome) throws IOException {
    if (outcome[0] > UNEXPECTED[0]) {
      throw exception(outcome);
    }
  }

  private static IOException exception(byte[] outcome) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(outcome));
    int kind = in.readByte();
    String first = read(in);
    if (kind == 3) {
      return new FileNotFoundException(first);
    }
    if (kind == 11) {
      return new IOException(first);
    }
    if (kind == 12) {
      return new ClosedChannelException();
    }
    String other = read(in);
    String reason = read(in);
    return switch (kind) {
      case 4 -> new NoSuchFileException(first, other, reason);
      case 5 -> new FileAlreadyExistsException(first, other, reason);
      case 6 -> new DirectoryNotEmptyException(first);
      case 7 -> new NotDirectoryException(first);
      case 8 -> new AccessDeniedException(first, other, reason);
      case 9 -> new AtomicMoveNotSupportedException(first, other, reason);
      default -> new FileSystemException(first, other, reason);
    };
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static String read(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)
        : null;
  }
}
