package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HintsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17, 63, 64, 65, 70, 200})
  void shouldNameEachSourceThatHasPublishedUntilItsLogWasRead(int ranks) {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), ranks);
    int receiver = ranks / 2;
    Hints hints = new Hints(control, receiver);
    List<Integer> all = ready(hints);
    assertThat(all).hasSize(ranks).isSorted();
    all.forEach(source -> hints.readAll(source, control.hint(receiver, source)));
    assertThat(ready(hints)).isEmpty();
    for (int source = 0; source < ranks; source++) {
      control.publish(source, receiver);
      control.publish(receiver, (receiver + 1) % ranks);
      hints.readAll(receiver, control.hint(receiver, receiver));
      control.publish(source, receiver);
      assertThat(ready(hints)).containsExactly(source);
      hints.read(source, source == receiver ? 1 : 2);
      assertThat(ready(hints)).isEmpty();
    }
    for (int source = 0; source < ranks; source++) {
      control.publish(source, receiver);
    }
    assertThat(ready(hints)).isEqualTo(all);
  }

  /** As of a rank that died after it had appended, before it published. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void shouldNameAllThatAreDoubtedUntilTheirLogsWereReadToTheEnd(int ranks) {
    ControlBlock control = ControlBlock.create(directory.resolve("control"), ranks);
    Hints hints = new Hints(control, 0);
    for (int source = 0; source < ranks; source++) {
      hints.readAll(source, control.hint(0, source));
    }
    assertThat(ready(hints)).isEmpty();
    hints.doubtAll();
    assertThat(ready(hints)).hasSize(ranks);
  }

  private static List<Integer> ready(Hints hints) {
    List<Integer> sources = new ArrayList<>();
    for (int source = hints.ready(0); source >= 0; source = hints.ready(source + 1)) {
      sources.add(source);
    }
    return sources;
  }
}
