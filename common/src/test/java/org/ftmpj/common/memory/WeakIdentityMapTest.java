package org.ftmpj.common.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {
  private final WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();

  /** Must not be asked for its hash code, nor compared. */
  private static final class Untouchable {
    @Override
    public int hashCode() {
      throw new AssertionError("hashCode");
    }

    @Override
    public boolean equals(Object other) {
      throw new AssertionError("equals");
    }
  }

  @Test
  void shouldCallNoMethodOfItsKeys() {
    Object one = new Untouchable();
    Object other = new Untouchable();
    map.put(one, "one");
    map.put(other, "other");
    map.put(one, "first");
    assertThat(map.get(one)).isEqualTo("first");
    assertThat(map.get(other)).isEqualTo("other");
    assertThat(map.get(new Untouchable())).isNull();
  }

  @Test
  void shouldMakeAMissingValueOnce() {
    Object key = new Object();
    assertThat(map.get(key, () -> "made")).isEqualTo("made");
    assertThat(map.get(key, () -> "again")).isEqualTo("made");
    assertThat(map.get(null, () -> "of null")).isEqualTo("of null");
    assertThat(map.get(null, () -> "again")).isEqualTo("of null");
  }

  @Test
  void shouldNotKeepKeysNorTheirValues() {
    WeakReference<Object> value = valueOfALostKey();
    await()
        .until(
            () -> {
              System.gc();
              map.put("another", "value");
              return value.get() == null;
            });
  }

  @SuppressWarnings("StringOperationCanBeSimplified")
  private WeakReference<Object> valueOfALostKey() {
    String value = new String("value");
    map.put(new Object(), value);
    return new WeakReference<>(value);
  }
}
