package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.ftmpj.checkpoint.program.Deep;
import org.ftmpj.checkpoint.program.Deferred;
import org.ftmpj.checkpoint.program.Mains;
import org.ftmpj.checkpoint.program.Obstacles;
import org.ftmpj.checkpoint.program.Shapes;
import org.ftmpj.checkpoint.program.Slow;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are captured and go on say what they say undisturbed. */
class TwinWeaverTest {
  private static final String SHAPES = Shapes.class.getName();

  /** In each of its two rounds, seven below a method of the JDK. */
  static final int NOT_CAPTURABLE = 2 * 7;

  @Test
  void shouldGoOnFromAllMomentsOfARun() throws Exception {
    CapturedRun.Outcome always = CapturedRun.of(SHAPES, Classes.ofPrograms(), poll -> true);
    assertThat(always.result()).isEqualTo(CapturedRun.plain(SHAPES));
    assertThat(always.captured()).hasSize((int) always.polls() - NOT_CAPTURABLE);
  }

  @Test
  @Rotated(
      kind = "weaving for checkpoints",
      turns = {1, 3, 5, 7})
  void shouldGoOnFromOneMomentOfARun() throws Exception {
    String plain = CapturedRun.plain(SHAPES);
    CapturedRun.Outcome never = CapturedRun.of(SHAPES, Classes.ofPrograms(), poll -> false);
    assertThat(never.result()).isEqualTo(plain);
    for (int i = 1; i <= never.polls(); i += 7) {
      int moment = i;
      CapturedRun.Outcome once =
          CapturedRun.of(SHAPES, Classes.ofPrograms(), poll -> poll == moment);
      assertThat(once.result()).as("captured at %s %s", moment, once.captured()).isEqualTo(plain);
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Mains.Variable.class,
        Mains.Heir.class,
        Mains.Face.class,
        Mains.Constant.class,
        Mains.Point.class,
        Mains.Implementing.class,
        Mains.Instance.class
      })
  void shouldGoOnInEachFormOfMain(Class<?> program) throws Exception {
    String main = program.getName();
    CapturedRun.Outcome always = CapturedRun.of(main, Classes.ofPrograms(), poll -> true);
    assertThat(always.result()).isEqualTo(CapturedRun.plain(main));
    assertThat(always.captured()).hasSize(3);
  }

  @Test
  void shouldNotCaptureWhereAFrameCannotBeResumed() throws Exception {
    String main = Obstacles.class.getName();
    CapturedRun.Outcome always = CapturedRun.of(main, Classes.ofPrograms(), poll -> true);
    assertThat(always.result()).isEqualTo(CapturedRun.plain(main));
    assertThat(always.captured()).isEmpty();
    assertThat(always.polls()).isEqualTo(6);
  }

  /** After each of both there is a moment at which it can be captured. */
  @Test
  void shouldSayWhichFrameIsInTheWay() throws Exception {
    String main = Deferred.class.getName();
    CapturedRun.Outcome always = CapturedRun.of(main, Classes.ofPrograms(), poll -> true);
    assertThat(always.result()).isEqualTo(CapturedRun.plain(main));
    assertThat(always.deferred())
        .satisfiesExactly(
            callback ->
                assertThat(callback)
                    .startsWith("java.base/java.lang.Iterable.forEach(Iterable.java:")
                    .contains(", which calls " + main + ".inCallback(Deferred.java:"),
            beginning -> assertThat(beginning).startsWith(main + "$Below.<init>(Deferred.java:"));
    assertThat(always.captured()).hasSizeGreaterThan(1_100).allMatch(it -> it.contains("messages"));
  }

  @Test
  void shouldSayWhatIsInTheWayOfFewCalls() throws Exception {
    String main = Slow.class.getName();
    CapturedRun.Outcome always = CapturedRun.of(main, Classes.ofPrograms(), poll -> true);
    assertThat(always.captured()).isEmpty();
    assertThat(always.deferred())
        .isNotEmpty()
        .hasSizeLessThan((int) always.polls() / 2)
        .allSatisfy(why -> assertThat(why).startsWith("java.base/java.lang.Iterable.forEach("));
  }

  @Test
  void shouldNameVariablesAsTheSourceDoes() throws Exception {
    String main = Deferred.class.getName();
    CapturedRun.Outcome once =
        CapturedRun.of(main, Classes.ofPrograms(), poll -> poll == 1_200 || poll == 1_201);
    assertThat(once.captured())
        .hasSize(2)
        .allMatch(
            it ->
                it.contains("with local variable `first` of " + main + ".messages(Deferred.java:"));
  }

  @Test
  void shouldCaptureOnlyWhileTheStackHasRoom() throws Exception {
    String main = Deep.class.getName();
    CapturedRun.Outcome seldom =
        CapturedRun.of(main, Classes.ofPrograms(), poll -> poll % 100 == 0);
    assertThat(seldom.result()).isEqualTo(CapturedRun.plain(main));
    assertThat(seldom.captured()).isNotEmpty();
  }
}
