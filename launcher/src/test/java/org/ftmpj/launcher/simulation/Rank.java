package org.ftmpj.launcher.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * A process of a rank: before each line that it prints it makes a determinant, by chance, and all
 * lines after that depend on it.
 */
final class Rank {
  private final World world;
  private final Host host;
  private final int number;
  private final int incarnation;

  /** Those of processes before, and then its own. */
  private final List<Long> determinants;

  private final List<Line> lines = new ArrayList<>();
  private int left;

  /**
   * @param needed how many determinants of the host have to be stable before it leaves
   */
  private record Line(long text, int needed) {}

  Rank(World world, Host host, int number, int incarnation, List<Long> determinants) {
    this.world = world;
    this.host = host;
    this.number = number;
    this.incarnation = incarnation;
    this.determinants = new ArrayList<>(determinants);
  }

  int number() {
    return number;
  }

  int incarnation() {
    return incarnation;
  }

  List<Long> determinants() {
    return determinants;
  }

  private boolean isThrough() {
    return lines.size() == world.linesOf(number);
  }

  /** Whether it has ended, and all that it has printed has left it. */
  boolean hasEnded() {
    return isThrough() && left == lines.size();
  }

  int linesLeft() {
    return left;
  }

  long line(int which) {
    return lines.get(which).text();
  }

  void step() {
    if (!isThrough()) {
      goOn();
    }
    while (left < lines.size() && host.isStable(lines.get(left).needed())) {
      host.leaves(this, left);
      left++;
    }
  }

  private void goOn() {
    int next = lines.size();
    if (next == determinants.size()) {
      long outcome = world.below(1 << 30);
      determinants.add(outcome);
      host.record(new Loggers.Entry(number, determinants.size(), outcome));
    }
    long before = next == 0 ? number : lines.get(next - 1).text();
    lines.add(new Line(before * 31 + determinants.get(next), host.recorded()));
  }
}
