package org.ftmpj.launcher.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ftmpj.hostd.job.ToHost;

/**
 * A session of a host's daemon with a coordinator: messages in order each way, of which the last
 * ones do not arrive if it breaks.
 */
final class Session {
  private static final int NOTICED_ONE_IN = 40;

  private final World world;
  private final Host host;
  private final Coordinator coordinator;
  private final Deque<ToHost> down = new ArrayDeque<>();
  private final Deque<FromHost> up = new ArrayDeque<>();
  private boolean hostLeft;
  private boolean coordinatorLeft;

  /** Whether the host has got all before it left. */
  private boolean isComplete = true;

  Session(World world, Host host, Coordinator coordinator) {
    this.world = world;
    this.host = host;
    this.coordinator = coordinator;
  }

  Host host() {
    return host;
  }

  Coordinator coordinator() {
    return coordinator;
  }

  void tell(ToHost message) {
    if (!coordinatorLeft && !hostLeft) {
      down.add(message);
    }
    isComplete &= !hostLeft;
  }

  void tell(FromHost message) {
    if (!coordinatorLeft && !hostLeft) {
      up.add(message);
    }
  }

  /** Whether the host has all that it was told, or is not to get it any more. */
  boolean isDelivered() {
    return coordinatorLeft || isComplete && down.isEmpty();
  }

  /** The host has ended it, or its process has. */
  void leaveHost() {
    hostLeft = true;
    isComplete &= down.isEmpty();
    down.clear();
    truncate(up);
  }

  /** The same of the coordinator. */
  void leaveCoordinator() {
    coordinatorLeft = true;
    up.clear();
    truncate(down);
  }

  private void truncate(Deque<?> messages) {
    for (int left = world.below(messages.size() + 1); messages.size() > left; ) {
      messages.removeLast();
    }
  }

  boolean isOver() {
    return hostLeft && coordinatorLeft;
  }

  private boolean isCut() {
    return host.isCut() || coordinator.isCut();
  }

  /** A message arrives, or one side notices that the other one is gone. */
  void step() {
    if (world.chance(2)) {
      stepDown();
    } else {
      stepUp();
    }
  }

  private void stepDown() {
    if (hostLeft || !host.isAlive()) {
      return;
    }
    if (!down.isEmpty() && !isCut()) {
      host.take(down.remove(), this);
    } else if (coordinatorLeft && down.isEmpty()
        || (isCut() || !coordinator.isAwake()) && world.chance(NOTICED_ONE_IN)) {
      leaveHost();
      host.lostCoordinator(this);
    }
  }

  private void stepUp() {
    if (coordinatorLeft || !coordinator.isAwake()) {
      return;
    }
    if (!up.isEmpty() && !isCut()) {
      coordinator.take(up.remove(), this);
    } else if (hostLeft && up.isEmpty()
        || (isCut() || !host.isAlive()) && world.chance(NOTICED_ONE_IN)) {
      leaveCoordinator();
      coordinator.lost(host.number());
    }
  }
}
