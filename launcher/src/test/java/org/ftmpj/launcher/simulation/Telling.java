package org.ftmpj.launcher.simulation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.network.notice.NoticeTree;
import org.ftmpj.network.notice.Spread;

/** How a coordinator tells a step to all hosts that are left, and waits for their answers. */
final class Telling {
  private static final int COORDINATOR = 0;
  private static final int DIRECTLY_ONE_IN = 30;

  private final World world;
  private final Coordinator coordinator;
  private final Set<Integer> awaited = new TreeSet<>();
  private ToHost.ToAll last; // null before the first
  private Consumer<FromHost.Answered> taker;
  private Then then; // null if nothing is told
  private boolean all;

  /** What follows. */
  interface Then {
    /**
     * @param all false if a host was lost before it has answered
     */
    void done(boolean all);
  }

  Telling(World world, Coordinator coordinator) {
    this.world = world;
    this.coordinator = coordinator;
  }

  void load(AgreedState state) {
    state.note(Notes.STEP).ifPresent(note -> last = (ToHost.ToAll) ToHost.CODEC.decode(note));
  }

  /** The step that was told last, or was about to be. */
  Optional<ToHost.ToAll> last() {
    return Optional.ofNullable(last);
  }

  ToHost.ToAll next(List<Integer> left, ToHost.Move move) {
    List<Integer> members =
        IntStream.concat(IntStream.of(COORDINATOR), left.stream().mapToInt(Integer::intValue))
            .boxed()
            .toList();
    return new ToHost.ToAll(last == null ? 1 : last.number() + 1, members, move);
  }

  void tell(
      List<Integer> left, ToHost.ToAll step, Consumer<FromHost.Answered> answers, Then after) {
    last = step;
    taker = answers;
    then = after;
    all = true;
    awaited.clear();
    awaited.addAll(left);
    int[] members = step.members().stream().mapToInt(Integer::intValue).toArray();
    Spread spread =
        new Spread(new NoticeTree(COORDINATOR, members), COORDINATOR, coordinator::isGone);
    spread.take().forEach(host -> coordinator.tell(host, step));
  }

  boolean isTelling() {
    return then != null;
  }

  void take(FromHost.Answered answer, int host) {
    if (then != null && answer.step() == last.number() && awaited.remove(host)) {
      taker.accept(answer);
    }
  }

  void step() {
    if (awaited.removeIf(coordinator::isGone)) {
      all = false;
    }
    if (awaited.isEmpty()) {
      Then after = then;
      then = null;
      after.done(all);
    } else if (world.chance(DIRECTLY_ONE_IN)) {
      awaited.forEach(host -> coordinator.tell(host, last));
    }
  }
}
