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
    writer.welcome(4, old(4), true);
    writer.welcome(1, old(2), true);
    writer.welcome(3, old(3), true);
    assertThat(writer.chosen()).isEqualTo(old(4));
    assertThat(writer.task(1)).isEqualTo(new Task.Copy(4, 3, 4));
    Accept copy = writer.copied(1, 2);
    writer.gone(4);
    writer.acknowledged(1, 4, copy.ticket());
    writer.gone(1);
    writer.gone(3);

    writer.welcome(0, old(0), true);
    writer.welcome(2, old(3), true);
    writer.welcome(3, old(3), true);
    assertThat(writer.chosen()).isEqualTo(old(3));
    Accept first = writer.copied(0, ((Task.Copy) writer.task(0)).last());
    writer.acknowledged(0, 3, first.ticket());
    writer.welcome(1, old(4), true);

    assertThat(writer.isComplete(1)).isTrue();
  }
}
