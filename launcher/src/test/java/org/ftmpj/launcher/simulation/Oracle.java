package org.ftmpj.launcher.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ftmpj.hostd.job.LostNote;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.AgreedState;

/** What has to be true, whatever happens. */
final class Oracle {
  private final World world;

  /** The one that counts, by the number under which hosts have taken it. */
  private final Map<Long, ToHost.ToAll> steps = new TreeMap<>();

  /** By rank, the lines that have come from it anywhere: what others know of it. */
  private final List<List<Long>> lines = new ArrayList<>();

  /** By rank, which of them were shown. */
  private final List<List<Boolean>> shown = new ArrayList<>();

  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<String, Integer> starts = new HashMap<>();

  /** By rank, how often it has started on another host. */
  private final Map<Integer, Integer> moved = new HashMap<>();

  private String ending; // null before it is recorded
  private boolean isOver;

  /** Hosts that were given up. */
  private final Set<Integer> lost = new TreeSet<>();

  Oracle(World world) {
    this.world = world;
    for (int rank = 0; rank < world.ranks(); rank++) {
      lines.add(new ArrayList<>());
      shown.add(new ArrayList<>());
    }
  }

  // What the loggers agree on.

  void agreed(AgreedState state) {
    isOver |= state.ended();
    Optional<String> recorded =
        state.note(Notes.ENDING).map(note -> new String(note, StandardCharsets.US_ASCII));
    if (ending != null && recorded.isPresent() && !recorded.get().equals(ending)) {
      throw new Violation(
          Violation.Kind.TWO_COORDINATORS, "the job ends twice: " + ending + ", " + recorded.get());
    }
    ending = recorded.orElse(ending);
    state.note(LostNote.NAME).ifPresent(note -> lost.addAll(LostNote.CODEC.decode(note).hosts()));
  }

  boolean isGivenUp(int host) {
    return lost.contains(host);
  }

  /** Whether the job has ended because no host was left. */
  boolean hasFailed() {
    return Notes.FAILED.equals(ending);
  }

  /** The term of a coordinator gives out a number of a counter. */
  void given(String counter, int number, long term) {
    Long before = numbers.put(counter + " " + number, term);
    if (before != null) {
      throw new Violation(
          Violation.Kind.NUMBER_AGAIN,
          "number %d of %s was given out under terms %d and %d"
              .formatted(number, counter, before, term));
    }
  }

  // What hosts do.

  void taken(int host, ToHost.ToAll step) {
    ToHost.ToAll before = steps.putIfAbsent(step.number(), step);
    if (before != null && !before.equals(step)) {
      throw new Violation(
          Violation.Kind.TWO_COORDINATORS,
          "host %d takes %s, another one took %s".formatted(host, step, before));
    }
  }

  /**
   * A rank starts.
   *
   * @param determinants how many it has
   */
  void started(int rank, int incarnation, int host, int determinants) {
    Integer before = starts.put(rank + "." + incarnation, host);
    if (before != null) {
      throw new Violation(
          Violation.Kind.NUMBER_AGAIN,
          "incarnation %d of rank %d starts on host %d, and did on host %d"
              .formatted(incarnation, rank, host, before));
    }
    world.count(moved.merge(rank, 1, Integer::sum) == 1 ? Happening.MOVED : Happening.MOVED_TWICE);
    // Nothing new leaves a host that was given up: its stream is fenced.
    if (determinants < lines.get(rank).size() && !isGivenUp(host)) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "rank %d starts on host %d with %d determinants, %d are known of elsewhere"
              .formatted(rank, host, determinants, lines.get(rank).size()));
    }
  }

  void stopped(int host) {
    if (ending == null && !isOver) {
      throw new Violation(
          Violation.Kind.TWO_COORDINATORS,
          "host " + host + " stops its ranks, and the job goes on elsewhere");
    }
  }

  /**
   * A line comes to another host, or to a coordinator. Each line is known of after its determinant.
   */
  void came(int rank, int line, long text) {
    List<Long> known = lines.get(rank);
    if (line > known.size()) {
      throw new Violation(
          Violation.Kind.CONFUSED, "line %d of rank %d comes before others".formatted(line, rank));
    }
    if (line == known.size()) {
      known.add(text);
    } else if (known.get(line) != text) {
      throw new Violation(
          Violation.Kind.TWO_OUTPUTS,
          "line %d of rank %d comes as %x and as %x".formatted(line, rank, known.get(line), text));
    } else {
      world.count(Happening.LINE_AGAIN);
    }
  }

  void shown(int rank, int line) {
    List<Boolean> those = shown.get(rank);
    while (those.size() <= line) {
      those.add(false);
    }
    those.set(line, true);
  }

  /** The job has ended, and not for want of hosts. */
  void finished() {
    for (int rank = 0; rank < shown.size(); rank++) {
      for (int line = 0; line < world.linesOf(rank); line++) {
        if (line >= shown.get(rank).size() || !shown.get(rank).get(line)) {
          throw new Violation(
              Violation.Kind.LINES_LOST,
              "line %d of rank %d was shown nowhere".formatted(line, rank));
        }
      }
    }
  }
}
