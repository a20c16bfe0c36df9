package org.ftmpj.interceptors.bridge.value;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The crossing of redirected calls into the isolated class loader. */
public final class Recorded {
  private static volatile ValueHooks hooks;

  private Recorded() {}

  /** Sets the hooks that values come from. To be called before anything is woven. */
  public static void install(ValueHooks hooks) {
    Recorded.hooks = Objects.requireNonNull(hooks);
  }

  /** The installed hooks. */
  public static ValueHooks hooks() {
    return hooks;
  }

  /** A number, from {@code actual} or as it was read before the failure. */
  public static long number(Source source, LongSupplier actual) {
    return hooks.number(source, actual);
  }

  /** Anything but a number, from {@code actual} or as it was read before the failure. */
  public static byte[] data(Source source, Supplier<byte[]> actual) {
    return hooks.data(source, actual);
  }

  /** A string, or null. */
  public static String text(Source source, Supplier<String> actual) {
    byte[] bytes =
        data(
            source,
            () -> {
              String text = actual.get();
              return text == null ? new byte[] {} : ("+" + text).getBytes(StandardCharsets.UTF_8);
            });
    return bytes.length == 0
        ? null
        : new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
  }
}
