package org.ftmpj.protocol.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Cases that simulated jobs come to too rarely. */
class QuorumWriterTest {
  private static final int NEW = 4;

  private static LogShape old(int records) {
    return LogShape.EMPTY.with(1, 1, records);
  }

  /** Seed 698154 of {@code ./ftmpj simulate}: then two others lost their disks. */
  @Test
  void shouldCountALoggerThatHasMoreThanTheLogThatIsTakenOver() {
    QuorumWriter writer = new QuorumWriter(5, NEW);
    writer.welcome(4, old(4), 1, true);
    writer.welcome(1, old(2), 1, true);
    writer.welcome(3, old(3), 1, true);
    assertThat(writer.chosen()).isEqualTo(old(4));
    assertThat(writer.task(1)).isEqualTo(new Task.Copy(4, 3, 4));
    Accept copy = writer.copied(1, 2);
    writer.gone(4);
    writer.acknowledged(1, 4, copy.ticket());
    writer.gone(1);
    writer.gone(3);

    writer.welcome(0, old(0), 1, true);
    writer.welcome(2, old(3), 1, true);
    writer.welcome(3, old(3), 1, true);
    assertThat(writer.chosen()).isEqualTo(old(3));
    Accept first = writer.copied(0, ((Task.Copy) writer.task(0)).last());
    writer.acknowledged(0, 3, first.ticket());
    writer.welcome(1, old(4), 1, true);

    assertThat(writer.isComplete(1)).isTrue();
  }

  /** The one that has dropped some comes when another has been asked for them already. */
  @Test
  void shouldLearnFromALoggerThatComesLateWhatIsNeededNoMore() {
    QuorumWriter writer = new QuorumWriter(3, NEW);
    writer.welcome(0, old(9), 1, true);
    writer.welcome(1, old(2), 1, true);
    assertThat(writer.task(1)).isEqualTo(new Task.Copy(0, 3, 9));
    writer.welcome(2, old(9), 8, true);
    assertThat(writer.pruned()).isEqualTo(7);

    writer.copied(1, 1);
    assertThat(writer.task(1)).isEqualTo(new Task.PassOver());
    Accept passed = writer.passOver(1);
    assertThat(passed.first()).isEqualTo(4);
    assertThat(passed.count()).isEqualTo(4);
    assertThat(writer.task(1)).isEqualTo(new Task.Copy(0, 8, 9));
  }
}
