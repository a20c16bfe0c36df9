package org.ftmpj.common.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where several event loggers listen, of which a majority is enough: an odd number of at least
 * three.
 */
public record Loggers(List<HostPort> all) {

  @Override
  public String toString() {
    return all.stream().map(HostPort::toString).collect(Collectors.joining(","));
  }

  /**
   * @param text {@code host:port,host:port,host:port}
   * @throws IllegalArgumentException if it is not that
   */
  public static Loggers parse(String text) {
    List<HostPort> all = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      try {
        all.add(HostPort.parse(one.strip()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("has '" + one + "', which " + e.getMessage());
      }
    }
    if (new HashSet<>(all).size() < all.size()) {
      throw new IllegalArgumentException("names an event logger twice");
    }
    if (all.size() < 3 || all.size() % 2 == 0) {
      throw new IllegalArgumentException(
          "names "
              + all.size()
              + " event loggers: the number must be odd and at least 3, as a majority is needed, and one"
              + " more would not survive more failures");
    }
    return new Loggers(List.copyOf(all));
  }
}
