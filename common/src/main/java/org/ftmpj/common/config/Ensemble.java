package org.ftmpj.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Event loggers that store the same records: one, or several of which a majority is enough.
 *
 * @param members their addresses
 */
public record Ensemble(List<HostPort> members) {
  public Ensemble {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("has no event logger");
    }
  }

  @Override
  public String toString() {
    return members.stream().map(HostPort::toString).collect(Collectors.joining(","));
  }

  /**
   * Parses a text.
   *
   * @param text {@code host:port,host:port,host:port}, of any number
   * @throws IllegalArgumentException if it is not that
   */
  public static Ensemble parse(String text) {
    List<HostPort> members = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      try {
        members.add(HostPort.parse(one.strip()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("has '" + one + "', which " + e.getMessage());
      }
    }
    return new Ensemble(members);
  }

  /** Whether the loss of some members can be survived, and every member adds to that. */
  boolean hasMinority() {
    return members.size() >= 3 && members.size() % 2 == 1;
  }
}
