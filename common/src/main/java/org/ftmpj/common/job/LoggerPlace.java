package org.ftmpj.common.job;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The place of an event logger that the launcher has started in the job's directory.
 *
 * @param layout of the job's directory
 * @param number of the logger among several, from 1; 0 if there is only one
 */
public record LoggerPlace(JobLayout layout, int number) {
  /** The place of the only logger. */
  public static LoggerPlace ofOnly(JobLayout layout) {
    return new LoggerPlace(layout, 0);
  }

  /** The places of all loggers of that job, whether they run or not. */
  public static List<LoggerPlace> all(JobLayout layout) {
    Stream<LoggerPlace> several =
        IntStream.iterate(1, number -> number + 1)
            .mapToObj(number -> new LoggerPlace(layout, number))
            .takeWhile(place -> place.directory().toFile().isDirectory());
    return Stream.concat(Stream.of(ofOnly(layout)), several)
        .filter(place -> place.process().toFile().exists())
        .toList();
  }

  public Path directory() {
    return number == 0 ? layout.logger() : layout.logger().resolve(Integer.toString(number));
  }

  public Path store() {
    return directory().resolve("store");
  }

  public Path process() {
    return directory().resolve("process");
  }

  public Path address() {
    return directory().resolve("address");
  }

  public Path crash() {
    Path only = layout.loggerCrash();
    return number == 0 ? only : only.resolveSibling(only.getFileName() + "-" + number);
  }
}
