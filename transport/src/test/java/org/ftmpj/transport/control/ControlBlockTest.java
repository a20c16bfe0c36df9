package org.ftmpj.transport.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
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
      one.waitedAtGate(i, 1000);
      one.waitedAtGate(i, i);
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
      assertThat(other.gateWaits(i)).isEqualTo(2);
      assertThat(other.gateWaitedNs(i)).isEqualTo(1000 + i);
      for (int j = 0; j < 3; j++) {
        assertThat(other.published(i, j)).isEqualTo(10 * i + j);
      }
    }
    // From rank 0 to itself goes nothing.
    assertThat(other.senders(0, 0)).isEqualTo(0b110);
    assertThat(other.senders(1, 0)).isEqualTo(0b111);
  }

  @Test
  void shouldCountTheProcessesOfItsHost() {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 4);
    assertThat(control.localProcesses(0)).isEqualTo(4);
    control.enterRemote(2, 1000);
    control.enterRemote(3, 1000);
    assertThat(control.localProcesses(0)).isEqualTo(2 + 1);
    assertThat(control.incarnation(3)).isEqualTo(1);
    assertThat(control.port(3)).isEqualTo(1000);
    // Its host is lost, and it is repeated here.
    assertThat(control.localProcesses(3)).isEqualTo(3 + 1);
    control.progress(3, 7);
    control.enter(3, 2, 1001);
    assertThat(control.localProcesses(0)).isEqualTo(3 + 1);
    assertThat(control.progress(3)).isZero();
  }

  @Test
  void shouldRingOnceForASleeperAndNeverForOneAwake() {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 2);
    try (Doorbell bell = Doorbell.open();
        Doorbell visitor = Doorbell.open()) {
      control.enter(1, 1, bell.port());
      control.wake(1, visitor);
      assertThat(bell.await()).isFalse();
      assertThat(
              control.sleep(
                  1,
                  bell::await,
                  () -> {
                    control.wake(0, visitor);
                    control.wake(1, visitor);
                    control.wake(1, visitor);
                    return false;
                  }))
          .isTrue();
      assertThat(bell.await()).isFalse();
      control.wake(1, visitor);
      assertThat(bell.await()).isFalse();
    }
  }

  @Test
  void shouldNotSleepWhenSomethingArrivedBefore() {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 1);
    try (Doorbell bell = Doorbell.open()) {
      control.enter(0, 1, bell.port());
      assertThat(control.sleep(0, bell::await, () -> true)).isTrue();
    }
  }

  @Test
  void shouldNotLoseAWakeUp() throws Exception {
    int rounds = 20_000;
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 2);
    try (Doorbell one = Doorbell.open();
        Doorbell other = Doorbell.open()) {
      control.enter(0, 1, one.port());
      control.enter(1, 1, other.port());
      CompletableFuture<Integer> echo =
          CompletableFuture.supplyAsync(() -> pingPong(control, 1, other, rounds));
      control.publish(0, 1);
      control.wake(1, one);
      int lost = pingPong(control, 0, one, rounds) + echo.get(120, TimeUnit.SECONDS);
      // A machine under load may stop the other just before it rings, but not often.
      assertThat(lost).isLessThan(5);
    }
  }

  /** How often no ring came although a record was published. */
  private static int pingPong(ControlBlock control, int rank, Doorbell bell, int rounds) {
    int peer = 1 - rank;
    int lost = 0;
    for (int i = 0; i < rounds; i++) {
      int seen = i;
      BooleanSupplier arrived = () -> control.published(peer, rank) != seen;
      while (!arrived.getAsBoolean()) {
        boolean rang = control.sleep(rank, bell::await, arrived);
        if (!rang && arrived.getAsBoolean() && !bell.await()) {
          lost++;
        }
      }
      control.publish(rank, peer);
      control.wake(peer, bell);
    }
    return lost;
  }

  @Test
  void shouldGiveEachStampOnce() throws Exception {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 2);
    ControlBlock same = ControlBlock.open(directory.resolve("control"));
    Set<Long> stamps = ConcurrentHashMap.newKeySet();
    Thread other =
        new Thread(() -> IntStream.range(0, 10_000).forEach(i -> stamps.add(same.takeStamp())));
    other.start();
    long last = -1;
    for (int i = 0; i < 10_000; i++) {
      long stamp = control.takeStamp();
      assertThat(stamp).isGreaterThan(last);
      stamps.add(stamp);
      last = stamp;
    }
    other.join();
    assertThat(stamps).hasSize(20_000);
    assertThat(control.nextStamp()).isEqualTo(20_000);
  }

  @Test
  void shouldWakeWhatSleepsInTheNameOfSeveralRanks() {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), 3);
    try (Doorbell daemon = Doorbell.open();
        Doorbell rank = Doorbell.open()) {
      control.enter(1, 1, daemon.port());
      control.enter(2, 1, daemon.port());
      boolean rang =
          control.sleepForAll(
              new int[] {1, 2},
              daemon,
              () -> {
                control.wake(2, rank);
                return false;
              });
      assertThat(rang).isTrue();
      // It does not sleep any more.
      control.wake(1, rank);
      assertThat(control.sleepForAll(new int[] {1, 2}, daemon, () -> false)).isFalse();
    }
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
    otherVersion[8]++;
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
