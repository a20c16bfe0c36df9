package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ftmpj.common.error.FtmpjException;

/**
 * A record of named values, each in a line of a small file. A name may occur several times.
 *
 * <pre>
 * FORMAT VERSION
 * NAME VALUE             line ends and backslashes of the value are escaped with a backslash
 * </pre>
 */
public final class NamedValues {
  private final List<Value> values = new ArrayList<>();

  private record Value(String name, String text) {

    static Value parse(String line) {
      int blank = line.indexOf(' ');
      if (blank < 0) {
        throw new IllegalArgumentException("'" + line + "'");
      }
      return new Value(line.substring(0, blank), Escapes.unescape(line.substring(blank + 1)));
    }

    @Override
    public String toString() {
      return name + " " + Escapes.escape(text);
    }
  }

  private static NamedValues parse(List<String> lines) {
    NamedValues record = new NamedValues();
    lines.stream().map(Value::parse).forEach(record.values::add);
    return record;
  }

  /** Adds a value. */
  public NamedValues add(String name, Object value) {
    values.add(new Value(name, value.toString()));
    return this;
  }

  /**
   * Writes it atomically.
   *
   * @param version the first line
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file, String version) {
    RecordLines.write(file, version, values.stream().map(Value::toString).toList());
  }

  /**
   * Reads a record; empty if there is no such file.
   *
   * @param version the first line
   * @param record decodes the values; may throw {@link IllegalArgumentException}
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static <T> Optional<T> read(Path file, String version, Function<NamedValues, T> record) {
    return RecordLines.read(file, version, lines -> record.apply(parse(lines)));
  }

  /**
   * The first value of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public String text(String name) {
    return all(name).stream()
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + name));
  }

  /** The first value of that name as a number. */
  public long number(String name) {
    return Long.parseLong(text(name));
  }

  /** The first value of that name as a small number. */
  public int smallNumber(String name) {
    return Integer.parseInt(text(name));
  }

  /** All values of that name, in order. */
  public List<String> all(String name) {
    return values.stream().filter(value -> value.name.equals(name)).map(Value::text).toList();
  }
}
