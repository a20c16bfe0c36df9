package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ranks say of their checkpoints at {@code log.level} {@code info}.
 *
 * @param bytes of the image of the heap
 * @param pauseMs for how long the program stood still
 * @param durableMs after which time it was on the disk
 */
record CheckpointTimes(long bytes, double pauseMs, double durableMs) {
  /** Options of {@code ftmpj run}: ranks say it. */
  static final List<String> TOLD = List.of("-J", "-Dft.log.level=info");

  private static final Pattern TAKEN =
      Pattern.compile("checkpoint of (\\d+) bytes in (\\d+) us, on the disk after (\\d+) us");

  private static final Pattern RESTORED =
      Pattern.compile(
          "restored from its checkpoint in (\\d+) us"
              + "|the program took (\\d+) us to restore what it had saved");

  /** All of a run, in the order in which they were taken. */
  static List<CheckpointTimes> of(Run run) {
    List<CheckpointTimes> all = new ArrayList<>();
    for (String line : run.err()) {
      Matcher taken = TAKEN.matcher(line);
      if (taken.find()) {
        all.add(
            new CheckpointTimes(
                Long.parseLong(taken.group(1)),
                Long.parseLong(taken.group(2)) / 1e3,
                Long.parseLong(taken.group(3)) / 1e3));
      }
    }
    return all;
  }

  /** How long restarted ranks took to restore their state, in milliseconds. */
  static List<Double> restoredMs(Run run) {
    List<Double> all = new ArrayList<>();
    for (String line : run.err()) {
      Matcher restored = RESTORED.matcher(line);
      if (restored.find()) {
        String us = restored.group(1) == null ? restored.group(2) : restored.group(1);
        all.add(Long.parseLong(us) / 1e3);
      }
    }
    return all;
  }
}
