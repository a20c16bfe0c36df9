package org.ftmpj.agent.checkpoint;

import java.util.Optional;
import org.ftmpj.interceptors.bridge.child.Children;
import org.ftmpj.protocol.rank.RankSession;

/** The obstacles to a checkpoint apart from the stack and the heap. */
final class CheckpointObstacles {
  private final RankSession session;
  private final ClassObstacles classes;
  private final CheckpointParts states;

  CheckpointObstacles(RankSession session, ClassObstacles classes, CheckpointParts states) {
    this.session = session;
    this.classes = classes;
    this.states = states;
  }

  /** The first obstacle found, in words. The thread that runs main. */
  Optional<String> first() {
    return classes.first().or(states.main()::obstacle);
  }

  /**
   * Another thread of the program, which may have ended by the next call. If there is none, threads
   * that wait in calls of MPI are parked until they are released. The same thread.
   */
  Optional<String> passing() {
    return Optional.ofNullable(Children.obstacle())
        .or(states.parked()::obstacle)
        .or(states.workers()::look)
        .or(() -> states.machine().otherThread(this::isBroughtBack))
        .or(states.parked()::park);
  }

  /** Restored by a restart, or known to wait in a call of MPI, so that it will be. */
  private boolean isBroughtBack(Thread thread) {
    return states.workers().contain(thread) || session.threads().isAssigned(thread);
  }
}
