package org.ftmpj.launcher.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Notes of a coordinator as bytes: a byte for the version, 1, then what each note has; big-endian,
 * texts and lists with their lengths, i32, before them.
 */
final class NoteBytes {
  private static final int VERSION = 1;

  private NoteBytes() {}

  interface Writing {
    void write(DataOutputStream to) throws IOException;
  }

  interface Reading<T> {
    T read(DataInputStream from) throws IOException;
  }

  interface Element<T> {
    void write(DataOutputStream to, T element) throws IOException;
  }

  static byte[] write(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      to.writeByte(VERSION);
      writing.write(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * What was written.
   *
   * @throws FtmpjException HOST_VERSION if it is not that
   */
  static <T> T read(String name, byte[] note, Reading<T> reading) {
    try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(note))) {
      int version = from.readUnsignedByte();
      if (version != VERSION) {
        throw new IOException("version " + version);
      }
      T read = reading.read(from);
      if (from.available() > 0) {
        throw new IOException("more than that");
      }
      return read;
    } catch (IOException | IllegalArgumentException e) {
      throw new FtmpjException(
          ErrorCode.HOST_VERSION,
          "the note '" + name + "' cannot be read (" + e.getMessage() + ")",
          e);
    }
  }

  static void text(DataOutputStream to, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  static String text(DataInputStream from) throws IOException {
    byte[] bytes = new byte[length(from)];
    from.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static <T> void list(DataOutputStream to, Collection<T> all, Element<T> element)
      throws IOException {
    to.writeInt(all.size());
    for (T each : all) {
      element.write(to, each);
    }
  }

  static <T> List<T> list(DataInputStream from, Reading<T> element) throws IOException {
    int length = length(from);
    List<T> all = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      all.add(element.read(from));
    }
    return all;
  }

  static void numbers(DataOutputStream to, Collection<Integer> numbers) throws IOException {
    list(to, numbers, DataOutputStream::writeInt);
  }

  static List<Integer> numbers(DataInputStream from) throws IOException {
    return list(from, DataInputStream::readInt);
  }

  /** Nothing is longer than the bytes that are left. */
  private static int length(DataInputStream from) throws IOException {
    int length = from.readInt();
    if (length < 0 || length > from.available()) {
      throw new IOException("length " + length);
    }
    return length;
  }
}
