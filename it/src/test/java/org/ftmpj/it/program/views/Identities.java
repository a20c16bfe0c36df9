package org.ftmpj.it.program.views;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Objects that the JDK gives out again and again are the same ones after a restart. */
final class Identities {
  private static final List<Supplier<Object>> GIVEN =
      List.of(
          () -> File.separator,
          () -> BigInteger.valueOf(3),
          () -> BigInteger.valueOf(-5),
          () -> BigInteger.TEN,
          () -> BigDecimal.valueOf(7),
          () -> MathContext.DECIMAL32,
          () -> LocalTime.of(5, 0),
          () -> Duration.ZERO,
          () -> ZoneOffset.UTC,
          () -> DayOfWeek.of(3),
          () -> Locale.US,
          () -> StandardCharsets.UTF_8,
          () -> Optional.empty(),
          () -> Collections.emptyMap(),
          () -> List.of(),
          () -> Integer.valueOf(100),
          () -> "literal",
          () -> System.lineSeparator(),
          () -> int.class,
          () -> Runtime.getRuntime());

  private final List<Object> held = new ArrayList<>();

  Identities() {
    GIVEN.forEach(each -> held.add(each.get()));
  }

  List<String> views() {
    List<String> views = new ArrayList<>();
    for (int i = 0; i < held.size(); i++) {
      views.add("identity " + i + " " + (held.get(i) == GIVEN.get(i).get()));
    }
    return views;
  }
}
