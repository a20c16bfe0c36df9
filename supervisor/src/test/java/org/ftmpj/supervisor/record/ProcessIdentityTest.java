package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class ProcessIdentityTest {

  @Test
  void shouldKnowAProcessAsLongAsItLives() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    ProcessIdentity identity = ProcessIdentity.of(sleep.pid()).orElseThrow();
    assertThat(identity.isAlive()).isTrue();
    assertThat(ProcessIdentity.parse(identity.toString())).isEqualTo(identity);
    sleep.destroyForcibly().waitFor();
    assertThat(identity.isAlive()).isFalse();
    assertThat(ProcessIdentity.of(sleep.pid())).isEmpty();
  }

  @Test
  void shouldNotMistakeAnotherProcessOfTheSameIdForIt() {
    ProcessIdentity here = ProcessIdentity.current();
    assertThat(here.isAlive()).isTrue();
    assertThat(new ProcessIdentity(here.pid(), "1" + here.start()).isAlive()).isFalse();
  }

  @Test
  void shouldTellWhetherTheHostHasStartedSince() {
    ProcessIdentity here = ProcessIdentity.current();
    assertThat(here.isOfThisBoot()).isTrue();
    assertThat(new ProcessIdentity(1, here.start()).isOfThisBoot()).isTrue();
    assertThat(new ProcessIdentity(here.pid(), "1@another-boot").isOfThisBoot()).isFalse();
  }

  /** Its parent has not asked for its status: a zombie has its id, but does nothing any more. */
  @Test
  void shouldNotTakeAnEndedProcessForALiveOne() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0 & echo $!; exec sleep 60").start();
    try {
      long child = Long.parseLong(parent.inputReader().readLine());
      await().until(() -> ProcessIdentity.of(child).isEmpty());
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void shouldSeeThatAProcessIsStopped() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      ProcessIdentity identity = ProcessIdentity.of(sleep.pid()).orElseThrow();
      assertThat(identity.isStopped()).isFalse();
      new ProcessBuilder("kill", "-STOP", "" + sleep.pid()).start().waitFor();
      await().until(identity::isStopped);
      assertThat(identity.isAlive()).isTrue();
    } finally {
      sleep.destroyForcibly();
    }
  }
}
