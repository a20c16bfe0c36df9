package org.ftmpj.logger.agreement;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Encodes and decodes parts of messages and files of the agreement, with their bounds. The bytes
 * may come from a torn file or from anyone: each method throws {@link FtmpjException}, {@code
 * LOG_CORRUPT}, or {@link BufferUnderflowException}, which {@link #decode} turns into one.
 */
final class Fields {
  /** The most notes, or counters, of one job; there is no bound for all jobs together. */
  static final int MOST = 4096;

  private static final int VERSION = 1;
  private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

  private Fields() {}

  /**
   * Decodes all of a message that begins with the version.
   *
   * @throws FtmpjException {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  static <T> T decode(String what, byte[] bytes, Function<ByteBuffer, T> decoder) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    try {
      int version = from.get();
      if (version != VERSION) {
        throw new FtmpjException(
            ErrorCode.LOG_VERSION, what + " has version " + version + ", expected " + VERSION);
      }
      T decoded = decoder.apply(from);
      if (from.hasRemaining()) {
        throw damaged(from.remaining() + " bytes too many in " + what);
      }
      return decoded;
    } catch (BufferUnderflowException e) {
      throw damaged(what + " ends too early");
    } catch (IllegalArgumentException e) {
      throw damaged(what + ": " + e.getMessage());
    }
  }

  /** A buffer that begins with the version and has room for so many bytes after it. */
  static ByteBuffer begin(int length) {
    return ByteBuffer.allocate(1 + length).put((byte) VERSION);
  }

  static FtmpjException damaged(String what) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, what);
  }

  /**
   * Requires that a note or counter can have that name.
   *
   * @throws IllegalArgumentException if it cannot
   */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' is no name of 1 to 64 plain characters without white space");
    }
    return name;
  }

  static boolean flag(ByteBuffer from) {
    int value = from.get();
    if (value < 0 || value > 1) {
      throw damaged("A flag is " + value);
    }
    return value == 1;
  }

  static int lengthOfName(String name) {
    return Short.BYTES + name.length();
  }

  static void putName(String name, ByteBuffer to) {
    to.putShort((short) name.length());
    to.put(name.getBytes(StandardCharsets.US_ASCII));
  }

  static String name(ByteBuffer from) {
    byte[] bytes = new byte[bounded(from.getShort() & 0xffff, from)];
    from.get(bytes);
    return requireName(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  static int lengthOfAddress(HostPort address) {
    return Short.BYTES + text(address).length;
  }

  static void putAddress(HostPort address, ByteBuffer to) {
    to.putShort((short) text(address).length).put(text(address));
  }

  private static byte[] text(HostPort address) {
    return address.toString().getBytes(StandardCharsets.UTF_8);
  }

  static HostPort address(ByteBuffer from) {
    byte[] text = new byte[bounded(from.getShort() & 0xffff, from)];
    from.get(text);
    return HostPort.parse(new String(text, StandardCharsets.UTF_8));
  }

  static int lengthOfNotes(Map<String, byte[]> notes) {
    int length = Integer.BYTES;
    for (Map.Entry<String, byte[]> note : notes.entrySet()) {
      length += lengthOfName(note.getKey()) + Integer.BYTES + note.getValue().length;
    }
    return length;
  }

  static void putNotes(Map<String, byte[]> notes, ByteBuffer to) {
    to.putInt(notes.size());
    notes.forEach(
        (name, bytes) -> {
          putName(name, to);
          to.putInt(bytes.length);
          to.put(bytes);
        });
  }

  static SortedMap<String, byte[]> notes(ByteBuffer from) {
    SortedMap<String, byte[]> notes = new TreeMap<>();
    for (int left = count(from); left > 0; left--) {
      String name = name(from);
      byte[] bytes = new byte[bounded(from.getInt(), from)];
      from.get(bytes);
      if (notes.put(name, bytes) != null) {
        throw damaged("Note " + name + " is there twice");
      }
    }
    return notes;
  }

  static int lengthOfCounters(Map<String, Integer> counters) {
    int length = Integer.BYTES;
    for (String name : counters.keySet()) {
      length += lengthOfName(name) + Integer.BYTES;
    }
    return length;
  }

  static void putCounters(Map<String, Integer> counters, ByteBuffer to) {
    to.putInt(counters.size());
    counters.forEach(
        (name, value) -> {
          putName(name, to);
          to.putInt(value);
        });
  }

  static SortedMap<String, Integer> counters(ByteBuffer from) {
    SortedMap<String, Integer> counters = new TreeMap<>();
    for (int left = count(from); left > 0; left--) {
      String name = name(from);
      if (counters.put(name, from.getInt()) != null) {
        throw damaged("Counter " + name + " is there twice");
      }
    }
    return counters;
  }

  static int count(ByteBuffer from) {
    int count = from.getInt();
    if (count < 0 || count > MOST) {
      throw damaged("There are said to be " + count + " of at most " + MOST);
    }
    return count;
  }

  /** The rest of the bytes. */
  static byte[] rest(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return bytes;
  }

  /** Requires a length that does not exceed the rest of the bytes. */
  static int bounded(int length, ByteBuffer from) {
    if (length < 0 || length > from.remaining()) {
      throw damaged(length + " bytes are announced, " + from.remaining() + " are left");
    }
    return length;
  }
}
