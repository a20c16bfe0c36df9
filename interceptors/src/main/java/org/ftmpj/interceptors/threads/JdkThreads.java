package org.ftmpj.interceptors.threads;

import java.util.Set;
import org.ftmpj.interceptors.program.Call;

/**
 * Calls that may have threads of the JDK run code of the program, whose events are not recorded.
 */
final class JdkThreads {
  private static final String CONCURRENT = "java/util/concurrent/";

  /** The types of tasks that run in threads of a ForkJoinPool, as those of parallel streams do. */
  private static final Set<String> TASKS =
      Set.of(
          CONCURRENT + "CountedCompleter",
          CONCURRENT + "ForkJoinPool",
          CONCURRENT + "ForkJoinTask",
          CONCURRENT + "RecursiveAction",
          CONCURRENT + "RecursiveTask");

  private JdkThreads() {}

  static boolean mayRun(Call call) {
    return call.name().equals("parallelStream")
        || call.name().equals("parallel") && call.owner().startsWith("java/util/stream/")
        || call.name().startsWith("parallel") && call.owner().equals("java/util/Arrays")
        || call.owner().equals("java/util/stream/StreamSupport")
        || TASKS.contains(call.owner());
  }
}
