package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The environment of processes that the program starts, as it sees it: that of the rank's first
 * incarnation. The processes get what differs in the present one, unless the program has changed
 * it: by that they are found if the rank dies.
 */
public final class Environments {
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

  /** Instead of {@link ProcessBuilder#start}. */
  public static Process start(ProcessBuilder builder) throws IOException {
    Map<String, String> first = SEEN.get(builder);
    if (first == null) {
      return builder.start();
    }
    Map<String, String> environment = builder.environment();
    Map<String, String> asTheProgramHasIt = Map.copyOf(environment);
    System.getenv()
        .forEach(
            (name, value) -> {
              String known = first.get(name);
              if (known != null && known.equals(environment.get(name))) {
                environment.put(name, value);
              }
            });
    try {
      return builder.start();
    } finally {
      environment.putAll(asTheProgramHasIt);
    }
  }
}
