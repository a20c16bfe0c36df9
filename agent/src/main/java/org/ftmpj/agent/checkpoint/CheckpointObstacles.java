package org.ftmpj.agent.checkpoint;

import java.util.Optional;
import org.ftmpj.interceptors.bridge.child.Children;
import org.ftmpj.protocol.rank.RankSession;

/** What is in the way of a checkpoint, whatever the stack and the heap are like. */
final class CheckpointObstacles {
  private final RankSession session;
  private final ClassObstacles classes;
  private final CheckpointParts states;

  CheckpointObstacles(RankSession session, ClassObstacles classes, CheckpointParts states) {
    this.session = session;
    this.classes = classes;
    this.states = states;
  }

  /** The first that is found, in words. The thread that runs main. */
  Optional<String> first() {
    return classes.first().or(states.main()::obstacle);
  }

  /**
   * Another thread of the program, which may have ended at the next call. If there is none, those
   * that wait in calls of MPI are parked until they are released. The same thread.
   */
  Optional<String> passing() {
    return Optional.ofNullable(Children.obstacle())
        .or(states.parked()::obstacle)
        .or(states.workers()::look)
        .or(() -> states.machine().otherThread(this::isBroughtBack))
        .or(states.parked()::park);
  }

  /** By a restart, or is known to wait in a call of MPI, so that it will be. */
  private boolean isBroughtBack(Thread thread) {
    return states.workers().contain(thread) || session.threads().isAssigned(thread);
  }
}
