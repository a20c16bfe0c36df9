package org.ftmpj.checkpoint.image;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.ftmpj.common.error.FtmpjException;

/**
 * Changes an image of three blocks in many ways, and prints how many of them were taken for what:
 * {@code SEED}.
 */
public final class CorruptProcess {
  private static final int ATTEMPTS = 300;
  private static final Map<String, String> FINGERPRINT = Map.of("program", "1");

  private CorruptProcess() {}

  public static void main(String[] arguments) throws IOException, NotCapturable {
    byte[] image = image();
    Random random = new Random(Long.parseLong(arguments[0]));
    say("whole", Map.of(read(image, FINGERPRINT), 1));
    say("another program", Map.of(read(image, Map.of("program", "2")), 1));
    say("another option", Map.of(read(image, Map.of("program", "1", "option", "x")), 1));
    Map<String, Integer> flipped = new TreeMap<>();
    Map<String, Integer> cut = new TreeMap<>();
    for (int i = 0; i < ATTEMPTS; i++) {
      byte[] changed = image.clone();
      int place = i < 64 ? i : random.nextInt(image.length);
      changed[place] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      flipped.merge(read(changed, FINGERPRINT), 1, Integer::sum);
      int length = i < 64 ? i : random.nextInt(image.length);
      cut.merge(read(Arrays.copyOf(image, length), FINGERPRINT), 1, Integer::sum);
    }
    say("flipped", flipped);
    say("cut", cut);
    say("blocks exchanged", Map.of(read(exchanged(image), FINGERPRINT), 1));
  }

  private static void say(String what, Map<String, Integer> outcomes) {
    System.out.println(what + ": " + outcomes);
  }

  private static byte[] image() throws IOException, NotCapturable {
    ByteArrayOutputStream image = new ByteArrayOutputStream();
    long[] numbers = new Random(1).longs(3L * ImageOutput.BLOCK / Long.BYTES).toArray();
    new ImageWriter(TestAgent.instrumentation(), new TestTypes(), new TestLeaves(), FINGERPRINT)
        .trace(numbers)
        .write(Channels.newChannel(image));
    return image.toByteArray();
  }

  /** The second block and the third, which are both full. */
  private static byte[] exchanged(byte[] image) {
    byte[] exchanged = image.clone();
    int block = ImageOutput.BLOCK;
    System.arraycopy(image, block, exchanged, 2 * block, block);
    System.arraycopy(image, 2 * block, exchanged, block, block);
    return exchanged;
  }

  private static String read(byte[] image, Map<String, String> fingerprint) throws IOException {
    try {
      ImageReader.check(Channels.newChannel(new ByteArrayInputStream(image)), fingerprint);
      return "fits";
    } catch (FtmpjException e) {
      return e.code().name();
    }
  }
}
