package org.ftmpj.launcher.simulation;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Command;

/** How a coordinator ends the job: recorded first, so that a successor does nothing else either. */
final class Ending {
  private final World world;
  private final Coordinator coordinator;
  private final Set<Integer> stopped = new TreeSet<>();
  private boolean isKnown;
  private boolean isStopping;
  private boolean isOver;

  Ending(World world, Coordinator coordinator) {
    this.world = world;
    this.coordinator = coordinator;
  }

  void load(AgreedState state) {
    isKnown = state.note(Notes.ENDING).isPresent();
  }

  boolean isKnown() {
    return isKnown;
  }

  /** The job is to end in that way. */
  void note(String how) {
    isKnown = true;
    Map<String, byte[]> notes = Map.of(Notes.ENDING, how.getBytes(StandardCharsets.US_ASCII));
    if (world.makes(Mistake.ENDING_TOLD_FIRST)) {
      coordinator.tellAll(new ToHost.Stop(how));
    }
    coordinator.note(notes, this::begin);
  }

  /** It is recorded. */
  void begin() {
    isStopping = true;
    coordinator.tellAll(new ToHost.Stop("the end"));
  }

  void stopped(int host) {
    stopped.add(host);
  }

  void step() {
    if (!isStopping) {
      return;
    }
    if (!isOver && coordinator.hosts().stream().allMatch(stopped::contains)) {
      isOver = true;
      coordinator.ask(
          new Command.End(coordinator.term()),
          answer -> coordinator.tellAll(new ToHost.Leave(false, "the end")));
    } else if (isOver && coordinator.isDelivered()) {
      coordinator.end();
    }
  }
}
