package org.ftmpj.protocol.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ContentDifferenceTest {
  private static final byte[] NONE = {};
  private static final int CHAR = 1;
  private static final int DOUBLE = 7;
  private static final int OBJECT = 8;

  @Test
  void shouldNameTheFirstElementThatDiffers() {
    assertThat(difference(doubles(1, 2.5, 3), doubles(1, -2.5, 4)))
        .isEqualTo("element 1 (from 0) was 2.5 and is -2.5");
  }

  @Test
  void shouldCompareWhatBothHave() {
    assertThat(difference(doubles(1, 2, 3), doubles(1, 4)))
        .isEqualTo("element 1 (from 0) was 2.0 and is 4.0");
    assertThat(difference(doubles(1, 2, 3), doubles(1, 2)))
        .isEqualTo("the first 2 elements are equal");
    assertThat(
            ContentDifference.of(doubles(1), doubles(1), new byte[] {1, 2}, new byte[] {1, 2, 3}))
        .isEqualTo("the first 2 bytes of the objects are equal");
  }

  @Test
  void shouldFindItInALaterSection() {
    Consumer<ByteBuffer> chars =
        b -> b.put((byte) CHAR).position(4).putInt(3).putChar('a').putChar('b').putChar('c');
    ByteBuffer was =
        buffer(32, chars.andThen(b -> section(b.position(16), DOUBLE, 1).putDouble(7)));
    ByteBuffer is = buffer(32, chars.andThen(b -> section(b.position(16), DOUBLE, 1).putDouble(8)));
    assertThat(difference(was, is)).isEqualTo("element 0 (from 0) in section 1 was 7.0 and is 8.0");
    is.putChar(10, '\n');
    assertThat(difference(was, is)).isEqualTo("element 1 (from 0) was 'b' and is \\u000a");
  }

  @Test
  void shouldTellBytesWhereThereAreNoElements() {
    ByteBuffer objects = buffer(8, b -> section(b, OBJECT, 2));
    assertThat(
            ContentDifference.of(
                objects,
                objects.duplicate().order(objects.order()),
                new byte[] {1, 2, 3},
                new byte[] {1, 2, -1}))
        .isEqualTo("byte 2 of the objects was 03 and is ff");
    assertThat(
            ContentDifference.of(
                objects, buffer(8, b -> section(b, OBJECT, 3)), new byte[] {1}, new byte[] {2, 3}))
        .isEqualTo("byte 0 of the objects was 01 and is 02");
    ByteBuffer damaged = buffer(16, b -> section(b, DOUBLE, 1000).put((byte) 1));
    ByteBuffer other = buffer(16, b -> section(b, DOUBLE, 1000).put((byte) 2));
    assertThat(difference(damaged, other)).isEqualTo("byte 8 was 01 and is 02");
    assertThat(difference(doubles(1), buffer(16, b -> section(b, OBJECT, 1))))
        .isEqualTo("byte 0 was 07 and is 08");
  }

  private static String difference(ByteBuffer was, ByteBuffer is) {
    return ContentDifference.of(was, is, NONE, NONE);
  }

  private static ByteBuffer doubles(double... values) {
    return buffer(
        8 + 8 * values.length,
        b -> {
          section(b, DOUBLE, values.length);
          for (double value : values) {
            b.putDouble(value);
          }
        });
  }

  private static ByteBuffer section(ByteBuffer to, int type, int count) {
    int at = to.position();
    return to.put((byte) type).position(at + 4).putInt(count);
  }

  private static ByteBuffer buffer(int size, Consumer<ByteBuffer> content) {
    ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    content.accept(buffer);
    return buffer.clear();
  }
}
