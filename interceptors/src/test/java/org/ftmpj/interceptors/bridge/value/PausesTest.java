package org.ftmpj.interceptors.bridge.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PausesTest {
  private final AtomicInteger yields = new AtomicInteger();

  @Test
  void shouldYieldWhenTheRankIsLive() {
    Pauses.yieldProcessor(hooks(false), yields::incrementAndGet);
    assertThat(yields).hasValue(1);
  }

  @Test
  void shouldGoOnAtOnceWhenTheRankRepeatsItself() {
    Pauses.yieldProcessor(hooks(true), yields::incrementAndGet);
    assertThat(yields).hasValue(0);
  }

  private static ValueHooks hooks(boolean isRepeating) {
    return (ValueHooks)
        Proxy.newProxyInstance(
            ValueHooks.class.getClassLoader(),
            new Class<?>[] {ValueHooks.class},
            (proxy, method, arguments) -> isRepeating);
  }
}
