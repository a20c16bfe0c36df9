package org.ftmpj.interceptors.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads by name, which take turns in the one of the test. */
class DrawingThreadsTest {
  private static final int ALONE = 1 << 20;

  private final List<String> told = new ArrayList<>();
  private final Map<Object, Integer> events = new HashMap<>();
  private final Set<Object> ended = new HashSet<>();
  private String caller = "maker";

  private final ThreadHooks hooks =
      (ThreadHooks)
          Proxy.newProxyInstance(
              DrawingThreadsTest.class.getClassLoader(),
              new Class<?>[] {ThreadHooks.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "isKnown" -> true;
                    case "isParent" -> false; // also of tests that come after this one
                    case "caller" -> caller;
                    case "events" -> events.getOrDefault(arguments[0], 0);
                    case "enter" -> events.merge(caller, 1, Integer::sum) < 0 ? "" : null;
                    case "hasEnded" -> {
                      events.merge(caller, 1, Integer::sum);
                      yield ended.contains(arguments[0]);
                    }
                    case "leave" -> null;
                    case "unordered" -> told.add((String) arguments[0]) ? null : "";
                    default -> throw new AssertionError(method.getName());
                  });

  @BeforeEach
  void severalThreads() {
    Threading.install(hooks);
    Threading.begin();
  }

  @AfterEach
  void oneThread() {
    Threading.several = false;
  }

  /** Answers whether it was an event. */
  private boolean draw(DrawingThreads drawers, String thread) {
    caller = thread;
    if (drawers.isAlone(hooks)) {
      return false;
    }
    drawers.enter(hooks);
    hooks.leave(null);
    return true;
  }

  @Test
  void shouldLetTheThreadThatMadeItDrawWithoutEvents() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    assertThat(draw(drawers, "maker")).isFalse();
    assertThat(events).isEmpty();
  }

  @Test
  void shouldMakeEventsOfDrawsOfOthers() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    assertThat(draw(drawers, "a")).isTrue();
    assertThat(draw(drawers, "b")).isTrue();
    assertThat(told).isEmpty();
  }

  @Test
  void shouldLetAThreadDrawWithoutEventsThatWasAloneForLong() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    for (int i = 0; i < ALONE; i++) {
      assertThat(draw(drawers, "a")).isTrue();
    }
    assertThat(draw(drawers, "a")).isFalse();
  }

  @Test
  void shouldNeverLetOneBeAloneAgainOnceTheyShareIt() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    draw(drawers, "a");
    draw(drawers, "b");
    for (int i = 0; i <= ALONE; i++) {
      assertThat(draw(drawers, "b")).isTrue();
    }
  }

  @Test
  void shouldPassOnWhatAThreadThatHasEndedHasDrawnFrom() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    draw(drawers, "maker");
    ended.add("maker");
    for (int i = 0; i < ALONE; i++) {
      draw(drawers, "a");
    }
    assertThat(draw(drawers, "a")).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void shouldTellIfNoEventIsBetweenTheDrawsOfTwoThreads() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    draw(drawers, "maker");
    draw(drawers, "a");
    assertThat(told).hasSize(1);
  }

  @Test
  void shouldNotTellIfThereIsOne() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    draw(drawers, "maker");
    hooks.enter(); // starts the other one
    draw(drawers, "a");
    caller = "maker";
    hooks.enter(); // is told by the other one
    draw(drawers, "maker");
    assertThat(told).isEmpty();
  }

  @Test
  void shouldTellIfTheFirstOneComesAgainWithoutAnEventBetween() {
    DrawingThreads drawers = new DrawingThreads("Random.next");
    draw(drawers, "maker");
    hooks.enter();
    draw(drawers, "a");
    draw(drawers, "maker");
    assertThat(told).hasSize(1);
  }
}
