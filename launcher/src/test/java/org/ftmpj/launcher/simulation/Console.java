package org.ftmpj.launcher.simulation;

import java.util.Arrays;
import java.util.Map;
import org.ftmpj.logger.agreement.AgreedState;

/**
 * What a coordinator shows of what ranks print: each line once, and those again that another one
 * may have shown after it had last noted how far it was.
 */
final class Console {
  private final World world;
  private final Coordinator coordinator;

  /** By rank, how many of its lines have come, were shown, and are noted. */
  private int[] come;

  private int[] shown;
  private int[] noted;

  Console(World world, Coordinator coordinator) {
    this.world = world;
    this.coordinator = coordinator;
    begin(new int[world.ranks()]);
  }

  private void begin(int[] positions) {
    come = positions.clone();
    shown = positions.clone();
    noted = positions.clone();
  }

  void load(AgreedState state) {
    state.note(Notes.PRINTED).ifPresent(note -> begin(Notes.numbers(note)));
  }

  void take(FromHost.Printed line) {
    world.oracle().came(line.rank(), line.line(), line.text());
    if (line.line() == come[line.rank()]) {
      come[line.rank()]++;
    }
  }

  /** Shows a line, perhaps. */
  void step() {
    int rank = world.below(shown.length);
    if (shown[rank] < come[rank]) {
      world.oracle().shown(rank, shown[rank]++);
    }
  }

  boolean hasShownAll() {
    for (int rank = 0; rank < shown.length; rank++) {
      if (shown[rank] < world.linesOf(rank)) {
        return false;
      }
    }
    return true;
  }

  boolean hasMore() {
    return !Arrays.equals(shown, noted);
  }

  /** Notes how far it is. */
  void note() {
    noted = world.makes(Mistake.PRINTED_RECORDED_FIRST) ? come.clone() : shown.clone();
    coordinator.note(Map.of(Notes.PRINTED, Notes.numbers(noted)), () -> {});
  }
}
