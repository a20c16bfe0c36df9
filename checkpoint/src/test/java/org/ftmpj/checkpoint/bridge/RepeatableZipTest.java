package org.ftmpj.checkpoint.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatableZipTest {
  private static final int[] FLUSHES = {
    Deflater.NO_FLUSH, Deflater.NO_FLUSH, Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH
  };

  /** Whatever it was called with, what is made again goes on as it does. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 6, 9})
  void shouldCompressOnAsBefore(int level) {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      RepeatableDeflater deflater = new RepeatableDeflater(level, random.nextBoolean());
      if (random.nextInt(4) == 0) {
        use(deflater, random);
        deflater.reset();
      }
      use(deflater, random);
      Deflater again = deflater.again();
      byte[] more = text(random, 40_000);
      assertThat(rest(again, more)).as("seed %d", seed).isEqualTo(rest(deflater, more));
      assertThat(again.getTotalOut()).isEqualTo(deflater.getTotalOut());
    }
  }

  private static void use(Deflater deflater, Random random) {
    for (int call = random.nextInt(8); call > 0; call--) {
      byte[] from = text(random, 1 + random.nextInt(50_000));
      switch (random.nextInt(8)) {
        case 0 -> deflater.setLevel(random.nextInt(11) - 1);
        case 1 -> deflater.setStrategy(random.nextInt(3));
        case 2 -> deflater.setInput(ByteBuffer.wrap(from));
        default -> deflater.setInput(from, from.length / 3, from.length / 2);
      }
      int flush = FLUSHES[random.nextInt(FLUSHES.length)];
      byte[] to = new byte[1 + random.nextInt(20_000)];
      do {
        if (random.nextInt(5) == 0) {
          deflater.deflate(ByteBuffer.wrap(to), flush);
        } else {
          deflater.deflate(to, 0, to.length, flush);
        }
      } while (!deflater.needsInput() && random.nextInt(10) > 0);
      // What it has not taken is of no use to it any more.
      deflater.setInput(new byte[0]);
    }
  }

  private static byte[] rest(Deflater deflater, byte[] from) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] to = new byte[777];
    deflater.setInput(from);
    deflater.finish();
    while (!deflater.finished()) {
      all.write(to, 0, deflater.deflate(to));
    }
    return all.toByteArray();
  }

  @Test
  void shouldExpandOnAsBefore() throws DataFormatException {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      byte[] from = rest(new Deflater(random.nextInt(10)), text(random, 60_000));
      RepeatableInflater inflater = new RepeatableInflater();
      int at = 0;
      for (int call = random.nextInt(20); call > 0 && !inflater.finished(); call--) {
        if (inflater.needsInput()) {
          int count = Math.min(from.length - at, random.nextInt(3_000));
          inflater.setInput(from, at, count);
          at += count;
        }
        inflater.inflate(new byte[random.nextInt(9_000)]);
      }
      Inflater again = inflater.again();
      int left = at - inflater.getRemaining();
      byte[] more = Arrays.copyOfRange(from, left, from.length);
      assertThat(rest(again, more)).as("seed %d", seed).isEqualTo(rest(inflater, more));
    }
  }

  private static byte[] rest(Inflater inflater, byte[] from) throws DataFormatException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] to = new byte[777];
    inflater.setInput(from);
    while (!inflater.finished()) {
      all.write(to, 0, inflater.inflate(to));
    }
    return all.toByteArray();
  }

  @Test
  void shouldNotBeRepeatableWithMoreThanItKeeps() {
    RepeatableDeflater deflater = new RepeatableDeflater();
    byte[] to = new byte[1 << 20];
    for (int i = 0; i < 17; i++) {
      assertThat(deflater.isRepeatable()).isEqualTo(i < 16);
      deflater.setInput(new byte[1 << 20]);
      deflater.deflate(to);
    }
    deflater.reset();
    assertThat(deflater.isRepeatable()).isTrue();
  }

  @Test
  void shouldEndAgain() {
    RepeatableInflater inflater = new RepeatableInflater();
    inflater.end();
    assertThat(inflater.isRepeatable()).isTrue();
    inflater.again().end();
  }

  /** Random words, so that there is something to compress. */
  private static byte[] text(Random random, int length) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] =
          (byte)
              (i > 500 && random.nextInt(20) > 0
                  ? text[i - 1 - random.nextInt(500) / 100 * 100]
                  : random.nextInt(256));
    }
    return text;
  }
}
