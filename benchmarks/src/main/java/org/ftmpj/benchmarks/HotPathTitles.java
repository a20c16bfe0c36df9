package org.ftmpj.benchmarks;

import static java.util.Map.entry;

import java.util.Map;

/** What the benchmarks of package hotpath measure, in words. */
final class HotPathTitles {
  static final Map<String, String> TITLES =
      Map.ofEntries(
          entry("ChannelLogPath.appendAndRead", "message through a channel log"),
          entry("SessionPath.matchNamed", "receive by name: post, arrival, wait"),
          entry("SessionPath.matchAny", "receive from any source, recorded"),
          entry("SessionPath.unexpected", "Probe, then receive: the message came before"),
          entry("SessionPath.waitAny", "Waitany over two receives, recorded"),
          entry("SessionPath.gateOpen", "open gate"),
          entry("SessionPath.send64", "send of 64 B, up to the log"),
          entry("SessionPath.sendSynchronously", "Ssend of 64 B, up to the log, and its mark"),
          entry("SessionPath.recordValue", "value read and recorded"),
          entry("PollPath.failedTest", "Test that finds nothing, 4 ranks"),
          entry("PollPath.failedIprobe", "Iprobe that finds nothing, 4 ranks"),
          entry("DeterminantPath.encode", "determinant: encoded"),
          entry("DeterminantPath.encodeAndAppend", "determinant: encoded, in the log"));

  private HotPathTitles() {}

  /** Of {@code Class.method}; that itself if it has no title. */
  static String of(String benchmark) {
    return TITLES.getOrDefault(benchmark, benchmark);
  }
}
