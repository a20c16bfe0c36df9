package org.ftmpj.hostd.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Takes the values of a message, as {@link MessageWriter} has put them. */
final class MessageReader {
  private final ByteBuffer bytes;

  private MessageReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
  }

  /**
   * Reads all of a message.
   *
   * @throws FtmpjException HOST_VERSION if it is not made of what that reads
   */
  static <T> T read(byte[] bytes, Function<MessageReader, T> message) {
    MessageReader reader = new MessageReader(bytes);
    try {
      T read = message.apply(reader);
      if (reader.bytes.hasRemaining()) {
        throw new IllegalArgumentException(reader.bytes.remaining() + " bytes too many");
      }
      return read;
    } catch (BufferUnderflowException e) {
      throw unreadable(bytes, "it ends too early", e);
    } catch (IllegalArgumentException e) {
      throw unreadable(bytes, e.getMessage(), e);
    }
  }

  private static FtmpjException unreadable(byte[] bytes, String why, RuntimeException e) {
    return new FtmpjException(
        ErrorCode.HOST_VERSION,
        "a message of " + bytes.length + " bytes from another host cannot be read: " + why,
        e);
  }

  long number() {
    return bytes.getLong();
  }

  int integer() {
    long value = number();
    if (value != (int) value) {
      throw new IllegalArgumentException(value + " is too large");
    }
    return (int) value;
  }

  boolean flag() {
    return small() != 0;
  }

  int small() {
    return Byte.toUnsignedInt(bytes.get());
  }

  byte[] bytes() {
    byte[] value = new byte[length()];
    bytes.get(value);
    return value;
  }

  /** Of something that takes at least a byte for each. */
  private int length() {
    int length = integer();
    if (length < 0 || length > bytes.remaining()) {
      throw new IllegalArgumentException("length " + length + " of " + bytes.remaining());
    }
    return length;
  }

  String text() {
    return new String(bytes(), UTF_8);
  }

  Optional<String> optional() {
    return flag() ? Optional.of(text()) : Optional.empty();
  }

  <T> List<T> list(Function<MessageReader, T> each) {
    int length = length();
    List<T> values = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      values.add(each.apply(this));
    }
    return values;
  }

  List<String> texts() {
    return list(MessageReader::text);
  }

  /** A constant of that type, by its name. */
  <E extends Enum<E>> E constant(Class<E> type) {
    return Enum.valueOf(type, text());
  }
}
