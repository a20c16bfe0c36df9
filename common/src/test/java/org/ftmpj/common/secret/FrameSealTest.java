package org.ftmpj.common.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameSealTest {
  private static final int CLEAR = 48;

  private FrameSealer sealer;
  private FrameOpener opener;

  @BeforeEach
  void agree() {
    agreeOn(Seal.AES);
  }

  private void agreeOn(Seal seal) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 7);
    sealer = new FrameSealer(key, seal);
    opener = new FrameOpener(key, seal);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldOpenWhatWasSealedInPlace(boolean direct) {
    for (int length : new int[] {CLEAR, CLEAR + 1, CLEAR + 64, 4096, 66 << 10}) {
      ByteBuffer frame = frame(length, direct);
      byte[] plain = bytes(frame);
      int start = frame.position();

      sealer.seal(frame, CLEAR);

      assertThat(frame.position()).isEqualTo(start);
      assertThat(frame.remaining()).isEqualTo(length + FrameSealer.OVERHEAD);
      byte[] sealed = bytes(frame);
      assertThat(Arrays.copyOf(sealed, CLEAR)).isEqualTo(Arrays.copyOf(plain, CLEAR));
      if (length > CLEAR + 1) {
        assertThat(Arrays.copyOfRange(sealed, CLEAR, length))
            .isNotEqualTo(Arrays.copyOfRange(plain, CLEAR, length));
      }
      assertThat(opener.open(frame, CLEAR)).isTrue();
      assertThat(bytes(frame)).isEqualTo(plain);
    }
  }

  @Test
  void shouldNoticeEachBitThatIsChanged() {
    int length = CLEAR + 32;
    for (int bit = 0; bit < 8 * (length + FrameSealer.OVERHEAD); bit++) {
      ByteBuffer frame = frame(length, false);
      sealer.seal(frame, CLEAR);
      int at = frame.position() + bit / 8;
      frame.put(at, (byte) (frame.get(at) ^ 1 << bit % 8));

      assertThat(opener.open(frame, CLEAR)).as("bit %d", bit).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MAC", "NONE"})
  void shouldLeaveFramesReadable(Seal seal) {
    agreeOn(seal);
    for (int length : new int[] {CLEAR, CLEAR + 1, 4096}) {
      ByteBuffer frame = frame(length, false);
      byte[] plain = bytes(frame);
      sealer.seal(frame, CLEAR);
      assertThat(frame.remaining()).isEqualTo(length + FrameSealer.OVERHEAD);
      assertThat(Arrays.copyOf(bytes(frame), length)).isEqualTo(plain);
      assertThat(opener.open(frame, CLEAR)).isTrue();
      assertThat(bytes(frame)).isEqualTo(plain);
    }
  }

  @Test
  void shouldNoticeChangesOfFramesThatAreOnlyAuthenticated() {
    agreeOn(Seal.MAC);
    for (int bit = 0; bit < 8 * (CLEAR + 32 + FrameSealer.OVERHEAD); bit++) {
      ByteBuffer frame = sealed(CLEAR + 32);
      int at = frame.position() + bit / 8;
      frame.put(at, (byte) (frame.get(at) ^ 1 << bit % 8));
      assertThat(opener.open(frame, CLEAR)).as("bit %d", bit).isFalse();
    }
    ByteBuffer frame = sealed(100);
    ByteBuffer again = copy(frame);
    assertThat(opener.open(frame, CLEAR)).isTrue();
    assertThat(opener.open(again, CLEAR)).isFalse();
  }

  @Test
  void shouldGoOnAfterADamagedFrame() {
    ByteBuffer damaged = sealed(100);
    ByteBuffer next = sealed(100);
    damaged.put(60, (byte) (damaged.get(60) + 1));

    assertThat(opener.open(damaged, CLEAR)).isFalse();
    assertThat(opener.open(next, CLEAR)).isTrue();
  }

  @Test
  void shouldNoticeAFrameThatIsLeftOut() {
    sealed(100);
    assertThat(opener.open(sealed(100), CLEAR)).isFalse();
  }

  @Test
  void shouldNoticeAFrameThatComesAgain() {
    ByteBuffer frame = sealed(100);
    ByteBuffer again = copy(frame);
    assertThat(opener.open(frame, CLEAR)).isTrue();
    assertThat(opener.open(again, CLEAR)).isFalse();
  }

  @Test
  void shouldNoticeFramesThatChangePlaces() {
    ByteBuffer first = sealed(100);
    ByteBuffer second = sealed(100);
    assertThat(opener.open(second, CLEAR)).isFalse();
    assertThat(opener.open(first, CLEAR)).isFalse();
  }

  @Test
  void shouldNoticeAFrameThatWasCutOff() {
    for (int cut = 1; cut < 100 + FrameSealer.OVERHEAD; cut++) {
      ByteBuffer frame = sealed(100);
      frame.limit(frame.limit() - cut);
      assertThat(opener.open(frame, CLEAR)).as("cut by %d", cut).isFalse();
    }
    assertThat(opener.open(sealed(100), CLEAR)).as("the next one").isTrue();
  }

  @Test
  void shouldNoticeThatMoreOrLessIsTakenAsTheHeader() {
    assertThat(opener.open(sealed(100), CLEAR - 1)).isFalse();
    assertThat(opener.open(sealed(100), CLEAR + 1)).isFalse();
  }

  private ByteBuffer sealed(int length) {
    ByteBuffer frame = frame(length, false);
    sealer.seal(frame, CLEAR);
    return frame;
  }

  /** In the midst of a larger buffer. */
  private static ByteBuffer frame(int length, boolean direct) {
    int capacity = 5 + length + FrameSealer.OVERHEAD + 3;
    ByteBuffer frame = direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
    for (int i = 0; i < length; i++) {
      frame.put(5 + i, (byte) (i * 31));
    }
    return frame.limit(5 + length).position(5);
  }

  private static ByteBuffer copy(ByteBuffer frame) {
    return ByteBuffer.wrap(bytes(frame));
  }

  private static byte[] bytes(ByteBuffer frame) {
    byte[] bytes = new byte[frame.remaining()];
    frame.duplicate().get(bytes);
    return bytes;
  }
}
