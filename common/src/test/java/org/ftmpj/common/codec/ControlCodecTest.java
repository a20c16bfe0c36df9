package org.ftmpj.common.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;

class ControlCodecTest {
  private static final ControlCodec<Said> CODEC =
      new ControlCodec<>(Said.class, ErrorCode.HOST_VERSION, "what is said");

  sealed interface Said {}

  sealed interface Short extends Said {}

  record Nothing() implements Short {}

  record Small(int value) implements Short {
    Small {
      if (value < 0) {
        throw new IllegalArgumentException("below 0: " + value);
      }
    }
  }

  enum Colour {
    RED
  }

  record All(
      boolean flag,
      int integer,
      long number,
      String text,
      Colour colour,
      ErrorCode code,
      Path path,
      Instant when,
      Duration pause,
      HostPort place,
      InetSocketAddress address,
      List<Short> list,
      Map<Integer, List<String>> map,
      SortedMap<String, Integer> sorted,
      Optional<Small> some,
      Optional<String> none)
      implements Said {}

  record Bytes(byte[] content) implements Said {}

  private static All all(String text) {
    return new All(
        true,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        text,
        Colour.RED,
        ErrorCode.DIVERGED,
        Path.of("/a/ü"),
        Instant.parse("2026-11-29T01:02:03.000000004Z"),
        Duration.ofNanos(7),
        new HostPort("::1", 4711),
        new InetSocketAddress("10.0.0.1", 65_535),
        List.of(new Nothing(), new Small(1)),
        Map.of(3, List.of("a", "")),
        new TreeMap<>(Map.of("b", 1, "a", -1)),
        Optional.of(new Small(5)),
        Optional.empty());
  }

  @Test
  void shouldReadAsWritten() {
    assertThat(CODEC.decode(CODEC.encode(all("ünï \uD83D\uDE00"))))
        .isEqualTo(all("ünï \uD83D\uDE00"));
    assertThat(CODEC.decode(CODEC.encode(new Nothing()))).isEqualTo(new Nothing());
    String longText = "x".repeat(1 << 20);
    assertThat(CODEC.decode(CODEC.encode(all(longText)))).isEqualTo(all(longText));
  }

  @Test
  void shouldTakeLittleMoreThanTheBytesForBytes() {
    byte[] content = new byte[1 << 20];
    new Random(1).nextBytes(content);
    byte[] encoded = CODEC.encode(new Bytes(content));
    assertThat(encoded).hasSizeLessThan(content.length + 20);
    assertThat(((Bytes) CODEC.decode(encoded)).content()).isEqualTo(content);
  }

  @Test
  void shouldRefuseWhatIsTorn() {
    byte[] encoded = CODEC.encode(all("text"));
    for (int length = 0; length < encoded.length; length++) {
      refused(Arrays.copyOf(encoded, length));
    }
    refused(Arrays.copyOf(encoded, encoded.length + 1));
  }

  /** Damage may make another record of it, but nothing else than that or the error. */
  @Test
  void shouldNotFailOtherwiseOnWhatIsDamaged() {
    Random random = new Random(2);
    byte[] encoded = CODEC.encode(all("text"));
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = encoded.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(CODEC.decode(damaged)).isInstanceOf(Said.class);
      } catch (FtmpjException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.HOST_VERSION);
      }
    }
  }

  record Other(int value) {}

  @Test
  void shouldMakeNoRecordsOfOtherTypes() {
    ControlCodec<Short> narrow =
        new ControlCodec<>(Short.class, ErrorCode.HOST_VERSION, "what is said");
    assertThat(narrow.decode(CODEC.encode(new Small(2)))).isEqualTo(new Small(2));
    byte[] wide = CODEC.encode(new Bytes(new byte[1]));
    assertThatThrownBy(() -> narrow.decode(wide)).hasMessageContaining("it is a 'Bytes'");
    refused(new ControlCodec<>(Other.class, ErrorCode.HOST_VERSION, "").encode(new Other(2)));
  }

  @Test
  void shouldRefuseWhatAConstructorRefuses() {
    byte[] encoded = CODEC.encode(new Small(16));
    byte minus = (byte) (0x20 | 16); // CBOR's major type 1.
    encoded[encoded.length - 1] = minus;
    assertThatThrownBy(() -> CODEC.decode(encoded)).hasMessageContaining("below 0: -17");
  }

  /** What claims to be long and is not takes no room. */
  @Test
  void shouldRefuseLongLengths() {
    refused(0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
    refused(0x82, 0x7b, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff);
    refused(0x82, 0x65, 'B', 'y', 't', 'e', 's', 0x5b, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff);
    refused(0x82, 0x65, 'B', 'y', 't', 'e', 's', 0x5a, 0x7f, 0xff, 0xff, 0xff);
  }

  @Test
  void shouldRefuseDeepNesting() {
    int[] nested = new int[100_000];
    Arrays.fill(nested, 0x81);
    refused(nested);
  }

  private static void refused(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    refused(all);
  }

  private static void refused(byte[] bytes) {
    assertThatThrownBy(() -> CODEC.decode(bytes))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_VERSION));
  }
}
