package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ConstantPool;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

class PollingLoopsTest {

  /** Its loops are read, never run. */
  static final class Loops {
    private boolean asked;
    private int step;
    private Object result;
    private static boolean over;
    private boolean verbose;
    private int counted;
    private boolean spins;
    private boolean forever;
    private boolean paused;
    private long turn;
    private long mine;

    void polls() throws InterruptedException {
      asked = true;
      while (asked) {
        Thread.sleep(200);
      }
      while (verbose) {
        counted++;
        do {
          try {
            Thread.sleep(1);
          } catch (InterruptedException e) {
            continue;
          }
        } while (step != 7 || result == null && !over);
      }
    }

    int pollsByOtherMeans() {
      while (true) {
        if (counted == 7) {
          return step;
        }
        if (verbose) {
          counted();
        }
        if (!forever || paused) {
          break;
        }
        Thread.yield();
      }
      while (turn != mine) {
        Thread.onSpinWait();
      }
      return 0;
    }

    void counted() {
      counted++;
    }

    void doesNotPoll() {
      while (counted < 7) {
        counted++;
        Thread.yield();
      }
      while (!spins) {
        Math.abs(counted);
      }
    }
  }

  @Test
  void shouldFindWhatSleepingLoopsDecideByAndDoNotChange() throws IOException {
    ClassReader reader = new ClassReader(Loops.class.getName());
    assertThat(PollingLoops.mayBeIn(ConstantPool.of(reader))).isTrue();
    assertThat(PollingLoops.fields(reader))
        .extracting(Call::name)
        .containsExactlyInAnyOrder(
            "asked", "step", "result", "over", "counted", "forever", "paused", "turn", "mine");
  }
}
