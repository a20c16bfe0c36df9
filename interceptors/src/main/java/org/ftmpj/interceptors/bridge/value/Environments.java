package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The environment of processes that the program starts, as it sees it: that of the rank's first
 * incarnation. The processes get what differs in the present one, unless the program has changed
 * it: by that they are found if the rank dies.
 */
public final class Environments {
  /** Variables by which processes of a rank are found begin with this. */
  private static final String OURS = "FT_";

  /** The environment that the program has seen, by builder. */
  private static final Map<ProcessBuilder, Map<String, String>> SEEN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Environments() {}

  /** Instead of {@link ProcessBuilder#environment}. */
  public static Map<String, String> environment(ProcessBuilder builder) {
    Map<String, String> environment = builder.environment();
    if (!SEEN.containsKey(builder)) {
      Map<String, String> first = Machine.getenv();
      SEEN.put(builder, first);
      if (!environment.equals(first)) {
        environment.clear();
        environment.putAll(first);
      }
    }
    return environment;
  }

  /** Instead of {@link ProcessBuilder#start}, of a process that is not recorded. */
  public static Process start(ProcessBuilder builder) throws IOException {
    Map<String, String> first = SEEN.get(builder);
    if (first == null) {
      return builder.start();
    }
    Map<String, String> environment = builder.environment();
    Map<String, String> asTheProgramHasIt = Map.copyOf(environment);
    environment.putAll(present(asTheProgramHasIt, first));
    try {
      return builder.start();
    } finally {
      environment.putAll(asTheProgramHasIt);
    }
  }

  /** The environment that the program has seen; null if it has not read it. */
  public static Map<String, String> seen(ProcessBuilder builder) {
    return SEEN.get(builder);
  }

  /** The environment of a new process, as the program sees it; null if it is that of the rank. */
  public static Map<String, String> ofChild(ProcessBuilder builder) {
    Map<String, String> environment = builder.environment();
    return !SEEN.containsKey(builder) && environment.equals(System.getenv())
        ? null
        : new HashMap<>(environment);
  }

  /**
   * Returns the environment of a process in the present incarnation.
   *
   * @param environment the one that the program has set
   * @param seen the one that the program has seen before; null if it has seen none
   */
  public static Map<String, String> present(
      Map<String, String> environment, Map<String, String> seen) {
    Map<String, String> present = new HashMap<>(environment);
    System.getenv()
        .forEach(
            (name, value) -> {
              String given = environment.get(name);
              boolean same =
                  seen == null
                      ? name.startsWith(OURS) && given != null
                      : given != null && given.equals(seen.get(name));
              if (same) {
                present.put(name, value);
              }
            });
    return present;
  }
}
