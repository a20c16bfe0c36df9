package org.ftmpj.hostd.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Puts the values of a message one after the other. Numbers are big-endian. */
final class MessageWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  MessageWriter number(long value) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes.write((int) (value >>> shift));
    }
    return this;
  }

  MessageWriter flag(boolean value) {
    return small(value ? 1 : 0);
  }

  /** A number from 0 to 255. */
  MessageWriter small(int value) {
    bytes.write(value);
    return this;
  }

  MessageWriter bytes(byte[] value) {
    number(value.length);
    bytes.writeBytes(value);
    return this;
  }

  MessageWriter text(String value) {
    return bytes(value.getBytes(UTF_8));
  }

  MessageWriter optional(Optional<?> value) {
    flag(value.isPresent());
    value.ifPresent(text -> text(text.toString()));
    return this;
  }

  <T> MessageWriter list(List<T> values, BiConsumer<MessageWriter, T> each) {
    number(values.size());
    values.forEach(value -> each.accept(this, value));
    return this;
  }

  MessageWriter texts(List<String> values) {
    return list(values, MessageWriter::text);
  }

  byte[] written() {
    return bytes.toByteArray();
  }
}
