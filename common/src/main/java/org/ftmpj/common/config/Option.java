package org.ftmpj.common.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An option, declared once with everything about it; the reference page is generated from the
 * declarations. All options are constants of {@link Options}.
 *
 * @param <T> type of its value
 */
public final class Option<T> {
  private static final Pattern DURATION = Pattern.compile("(\\d+)\\s*(|ms|s|m|h)");

  private final String name;
  private final String type;
  private final T defaultValue;
  private final String unit;
  private final String range;
  private final String doc;
  private final Function<String, T> parser;

  private Option(
      String name,
      String type,
      T defaultValue,
      String unit,
      String range,
      String doc,
      Function<String, T> parser) {
    this.name = name;
    this.type = type;
    this.defaultValue = defaultValue;
    this.unit = unit;
    this.range = range;
    this.doc = doc;
    this.parser = parser;
  }

  /**
   * An option with a whole number.
   *
   * @param defaultValue null if there is none
   * @param unit empty if it has none
   */
  static Option<Integer> integer(
      String name, Integer defaultValue, int least, int most, String unit, String doc) {
    String range = most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most;
    return new Option<>(
        name,
        "integer",
        defaultValue,
        unit,
        range,
        doc,
        text -> {
          int value = wholeNumber(text);
          if (value < least || value > most) {
            throw new IllegalArgumentException("must be " + range);
          }
          return value;
        });
  }

  /** An option with a time, as a number of seconds or with a unit. */
  static Option<Duration> duration(String name, Duration defaultValue, String doc) {
    return new Option<>(
        name,
        "duration",
        defaultValue,
        "s, or as given",
        "such as 30, 500ms, 30s, 10m, 2h",
        doc,
        text -> time(text, ""));
  }

  /** An option with times of checkpoints: none by default. */
  static Option<CheckpointTimes> checkpoints(String name, String doc) {
    return new Option<>(
        name,
        "duration or word",
        CheckpointTimes.NEVER,
        "s, or as given",
        "such as 30, 500ms, 30s, 10m, 2h; auto, request",
        doc,
        CheckpointTimes::parse);
  }

  static Option<Boolean> flag(String name, boolean defaultValue, String doc) {
    return new Option<>(
        name,
        "boolean",
        defaultValue,
        "",
        "true, false",
        doc,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException("must be true or false");
            });
  }

  static Option<Path> path(String name, String doc) {
    return new Option<>(
        name,
        "path",
        null,
        "",
        "",
        doc,
        text -> {
          try {
            return Path.of(text);
          } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path", e);
          }
        });
  }

  static Option<String> text(String name, String defaultValue, String doc) {
    return new Option<>(name, "name", defaultValue, "", "", doc, text -> text);
  }

  static Option<HostPort> address(String name, String doc) {
    return new Option<>(name, "address", null, "", "host:port", doc, HostPort::parse);
  }

  static Option<Loggers> loggers(String name, String doc) {
    return new Option<>(
        name, "addresses", null, "", "host:port,host:port,...[;...]", doc, Loggers::parse);
  }

  static <E extends Enum<E>> Option<E> oneOf(
      String name, Class<E> values, E defaultValue, String doc) {
    String range =
        Arrays.stream(values.getEnumConstants())
            .map(Option::lower)
            .collect(Collectors.joining(", "));
    return new Option<>(
        name,
        "name",
        defaultValue,
        "",
        range,
        doc,
        text -> {
          try {
            return Enum.valueOf(values, text.toUpperCase(Locale.ROOT));
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be one of " + range, e);
          }
        });
  }

  /** The name as an agent argument, such as {@code job.dir}. */
  public String name() {
    return name;
  }

  /** The name as a system property and in a properties file, such as {@code ft.job.dir}. */
  public String property() {
    return "ft." + name;
  }

  /** The name as an environment variable, such as {@code FT_JOB_DIR}. */
  public String environment() {
    return property().replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** The value if the option is not set; null if there is none. */
  public T defaultValue() {
    return defaultValue;
  }

  String type() {
    return type;
  }

  String unit() {
    return unit;
  }

  String range() {
    return range;
  }

  String doc() {
    return doc;
  }

  /** The default in the form of a user's text; empty if there is none. */
  String defaultText() {
    if (defaultValue == null) {
      return "";
    }
    if (defaultValue instanceof Duration duration) {
      return Long.toString(duration.toSeconds());
    }
    return defaultValue instanceof Enum<?> constant ? lower(constant) : defaultValue.toString();
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if the text is no value of this option; its message completes
   *     the sentence that begins with the option and the text
   */
  T parse(String text) {
    return parser.apply(text.strip());
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Parses a time such as 500ms, 30s, 10m or 2h, or a number of seconds.
   *
   * @throws IllegalArgumentException if it is none; the message says what it must be
   */
  public static Duration time(String text) {
    return time(text, "");
  }

  /**
   * Parses a time.
   *
   * @param others other values of the option, to complete a message
   */
  static Duration time(String text, String others) {
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "must be a time such as 30, 500ms, 30s, 10m or 2h" + others);
    }
    int number = wholeNumber(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofSeconds(number);
    };
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("is not a whole number", e);
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
