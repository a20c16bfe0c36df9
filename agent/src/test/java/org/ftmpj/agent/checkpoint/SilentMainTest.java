package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilentMainTest {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

  private final SilentMain silent = new SilentMain(Thread::currentThread);

  @Test
  void shouldTellOnceWhereMainIsWhenItMakesNoCallWhileACheckpointIsDue() {
    assertThat(silent.look(0, PATIENCE_NS, PATIENCE_NS)).isEmpty();
    assertThat(silent.look(PATIENCE_NS - 1, PATIENCE_NS, PATIENCE_NS)).isEmpty();
    assertThat(silent.look(PATIENCE_NS, PATIENCE_NS, PATIENCE_NS - 1)).isEmpty();
    assertThat(silent.look(PATIENCE_NS, PATIENCE_NS, PATIENCE_NS))
        .hasValueSatisfying(
            told ->
                assertThat(told)
                    .startsWith("main has made no call of MPI for 2 s, and is at ")
                    .doesNotContain("while"));
    assertThat(silent.look(2 * PATIENCE_NS, PATIENCE_NS, PATIENCE_NS)).isEmpty();
  }

  @Test
  void shouldTellAgainAfterACall() {
    silent.called(PATIENCE_NS);
    assertThat(silent.look(2 * PATIENCE_NS - 1, PATIENCE_NS, PATIENCE_NS)).isEmpty();
    assertThat(silent.look(2 * PATIENCE_NS, PATIENCE_NS, PATIENCE_NS)).isPresent();
    silent.called(3 * PATIENCE_NS);
    assertThat(silent.look(4 * PATIENCE_NS, PATIENCE_NS, PATIENCE_NS)).isPresent();
  }

  @Test
  void shouldNameTheThreadThatMakesTheCalls() {
    silent.look(0, PATIENCE_NS, PATIENCE_NS);
    silent.calledBy(new Thread("worker"));
    assertThat(silent.look(PATIENCE_NS, PATIENCE_NS, PATIENCE_NS))
        .hasValueSatisfying(
            told -> assertThat(told).endsWith(", while thread \"worker\" makes calls"));
  }

  @Test
  void shouldTellNothingBeforeMainRuns() {
    assertThat(new SilentMain(() -> null).look(PATIENCE_NS, PATIENCE_NS, PATIENCE_NS)).isEmpty();
  }
}
