package org.ftmpj.protocol.send;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Describes the first difference between two payloads that should be equal. MPJ Express packs the
 * static part of a payload like this:
 *
 * <pre>
 * section   0      type code, 1 byte
 *           4..7   number of elements
 *           8..    elements, up to the next multiple of 8
 * </pre>
 */
final class ContentDifference {
  private static final int HEADER = 8;

  /** An element type by its code. The dynamic types have their elements in the dynamic part. */
  private enum Type {
    BYTE(1),
    CHAR(2),
    SHORT(2),
    BOOLEAN(1),
    INT(4),
    LONG(8),
    FLOAT(4),
    DOUBLE(8);

    private final int size;

    Type(int size) {
      this.size = size;
    }

    String text(ByteBuffer payload, int at) {
      return switch (this) {
        case BYTE -> Byte.toString(payload.get(at));
        case CHAR -> text(payload.getChar(at));
        case SHORT -> Short.toString(payload.getShort(at));
        case BOOLEAN -> Boolean.toString(payload.get(at) != 0);
        case INT -> Integer.toString(payload.getInt(at));
        case LONG -> Long.toString(payload.getLong(at));
        case FLOAT -> Float.toString(payload.getFloat(at));
        case DOUBLE -> Double.toString(payload.getDouble(at));
      };
    }

    private static String text(char c) {
      return c < ' ' || c > '~' ? "\\u%04x".formatted((int) c) : "'" + c + "'";
    }
  }

  private ContentDifference() {}

  /**
   * Compares the static parts first.
   *
   * @param was the recorded static part, the whole buffer
   * @param is the repeated static part, in the same byte order
   * @return text such as {@code element 3 (from 0) was 1.5 and is 2.5}
   */
  static String of(ByteBuffer was, ByteBuffer is, byte[] wasDynamic, byte[] isDynamic) {
    return inSections(was, is).orElseGet(() -> inObjects(wasDynamic, isDynamic));
  }

  /** Compares section by section, as long as types and numbers of elements are equal. */
  private static Optional<String> inSections(ByteBuffer was, ByteBuffer is) {
    int begin = 0;
    for (int section = 0; begin + HEADER <= Math.min(was.limit(), is.limit()); section++) {
      Type type = type(was, begin);
      if (was.get(begin) != is.get(begin) || !isWhole(was, begin) || !isWhole(is, begin)) {
        break;
      }
      int count = Math.min(was.getInt(begin + 4), is.getInt(begin + 4));
      int first = begin + HEADER;
      int length = type == null ? 0 : count * type.size;
      int at = was.slice(first, length).mismatch(is.slice(first, length));
      if (at >= 0) {
        return Optional.of(element(was, is, section, type, first, at / type.size));
      }
      if (was.getInt(begin + 4) != is.getInt(begin + 4)) {
        return type == null
            ? Optional.empty()
            : Optional.of("the first " + count + " elements are equal" + in(section));
      }
      begin = first + (length + 7 & ~7);
    }
    int at = was.mismatch(is);
    return at < 0 || at >= Math.min(was.limit(), is.limit())
        ? Optional.empty()
        : Optional.of(bytes("byte " + at, was.get(at), is.get(at)));
  }

  /** The type of a section's elements; null if they are in the dynamic part. */
  private static Type type(ByteBuffer payload, int section) {
    int code = payload.get(section);
    return code >= 0 && code < Type.values().length ? Type.values()[code] : null;
  }

  private static boolean isWhole(ByteBuffer payload, int section) {
    Type type = type(payload, section);
    long count = payload.getInt(section + 4);
    return count >= 0
        && section + HEADER + count * (type == null ? 0 : type.size) <= payload.limit();
  }

  private static String element(
      ByteBuffer was, ByteBuffer is, int section, Type type, int first, int index) {
    int at = first + index * type.size;
    return "element %d (from 0)%s was %s and is %s"
        .formatted(index, in(section), type.text(was, at), type.text(is, at));
  }

  private static String in(int section) {
    return section == 0 ? "" : " in section " + section;
  }

  private static String inObjects(byte[] was, byte[] is) {
    int at = Arrays.mismatch(was, is);
    int both = Math.min(was.length, is.length);
    if (at < 0) {
      return "no byte differs";
    }
    return at < both
        ? bytes("byte " + at + " of the objects", was[at], is[at])
        : "the first " + both + " bytes of the objects are equal";
  }

  private static String bytes(String where, byte was, byte is) {
    return "%s was %02x and is %02x".formatted(where, was, is);
  }
}
