package org.ftmpj.benchmarks;

import java.util.Map;

/** What the benchmarks of package hotpath measure, in words. */
final class HotPathTitles {
  static final Map<String, String> TITLES =
      Map.of(
          "ChannelLogPath.appendAndRead", "message through a channel log",
          "SessionPath.matchNamed", "receive by name: post, arrival, wait",
          "SessionPath.matchAny", "receive from any source, recorded",
          "SessionPath.gateOpen", "open gate",
          "SessionPath.send64", "send of 64 B, up to the log",
          "SessionPath.recordValue", "value read and recorded",
          "PollPath.failedTest", "Test that finds nothing, 4 ranks",
          "PollPath.failedIprobe", "Iprobe that finds nothing, 4 ranks",
          "DeterminantPath.encode", "determinant: encoded",
          "DeterminantPath.encodeAndAppend", "determinant: encoded, in the log");

  private HotPathTitles() {}

  /** Of {@code Class.method}; that itself if it has no title. */
  static String of(String benchmark) {
    return TITLES.getOrDefault(benchmark, benchmark);
  }
}
