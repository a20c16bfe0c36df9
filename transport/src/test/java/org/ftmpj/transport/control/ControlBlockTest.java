package org.ftmpj.transport.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.transport.bell.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlBlockTest {
  @TempDir Path directory;

  @Test
  void shouldShowToOneWhatTheOtherWrote() {
    Path file = directory.resolve("control");
    ControlBlock one = ControlBlock.create(file, 3);
    ControlBlock other = ControlBlock.open(file);
    assertThat(other.size()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      one.enter(i, i + 1, 1000 + i);
      one.progress(i, 100 + i);
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 10 * i + j; k++) {
          one.publish(i, j);
        }
      }
    }
    for (int i = 0; i < 3; i++) {
      assertThat(other.incarnation(i)).isEqualTo(i + 1);
      assertThat(other.port(i)).isEqualTo(1000 + i);
      assertThat(other.progress(i)).isEqualTo(100 + i);
      for (int j = 0; j < 3; j++) {
        assertThat(other.published(i, j)).isEqualTo(10 * i + j);
      }
    }
  }

  @Test
  void shouldSendOneOfSeveralToASleeper() {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 2);
    assertThat(control.takeSleeper(1)).isFalse();
    control.fallAsleep(1);
    assertThat(control.takeSleeper(0)).isFalse();
    assertThat(control.takeSleeper(1)).isTrue();
    assertThat(control.takeSleeper(1)).isFalse();
    control.fallAsleep(1);
    control.wakeUp(1);
    assertThat(control.takeSleeper(1)).isFalse();
  }

  @Test
  void shouldRingEveryDoorbellThereIs() {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 3);
    try (Doorbell first = Doorbell.open();
        Doorbell third = Doorbell.open()) {
      control.enter(0, 1, first.port());
      control.enter(2, 1, third.port());
      control.ringAll();
      assertThat(first.await()).isTrue();
      assertThat(third.await()).isTrue();
    }
  }

  @Test
  void shouldRefuseWhatIsNoControlBlock() throws Exception {
    Path file = directory.resolve("control");
    refuses(() -> ControlBlock.open(file), ErrorCode.LOG_NOT_WRITABLE);
    Files.write(file, new byte[10]);
    refuses(() -> ControlBlock.open(file), ErrorCode.LOG_CORRUPT);
    Files.write(file, new byte[1000]);
    refuses(() -> ControlBlock.open(file), ErrorCode.LOG_CORRUPT);

    ControlBlock.create(file, 2);
    byte[] good = Files.readAllBytes(file);
    byte[] otherVersion = good.clone();
    otherVersion[8] = 2;
    Files.write(file, otherVersion);
    refuses(() -> ControlBlock.open(file), ErrorCode.LOG_VERSION);
    byte[] otherSize = good.clone();
    otherSize[12] = 3;
    Files.write(file, otherSize);
    refuses(() -> ControlBlock.open(file), ErrorCode.LOG_CORRUPT);
    refuses(() -> ControlBlock.create(file, 0), ErrorCode.BAD_OPTIONS);
    refuses(() -> ControlBlock.create(file, 1_000_000), ErrorCode.BAD_OPTIONS);
  }

  private static void refuses(ThrowingCallable action, ErrorCode code) {
    assertThatThrownBy(action)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}
