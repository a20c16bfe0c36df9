package org.ftmpj.agent.checkpoint;

import java.util.Optional;
import org.ftmpj.protocol.rank.RankSession;

/** What is in the way of a checkpoint, whatever the stack and the heap are like. */
final class CheckpointObstacles {
  private final RankSession session;
  private final ClassObstacles classes;
  private final JvmState machine;
  private final MainThread main;
  private final LoggingSettings logging;
  private final IdleWorkers workers;

  CheckpointObstacles(
      RankSession session,
      ClassObstacles classes,
      JvmState machine,
      MainThread main,
      LoggingSettings logging,
      IdleWorkers workers) {
    this.session = session;
    this.classes = classes;
    this.machine = machine;
    this.main = main;
    this.logging = logging;
    this.workers = workers;
  }

  /** The first that is found, in words. The thread that runs main. */
  Optional<String> first() {
    return classes.first().or(machine::obstacle).or(main::obstacle).or(logging::obstacle);
  }

  /** Another thread of the program, which may have ended at the next call. The same thread. */
  Optional<String> passing() {
    return session
        .threads()
        .another()
        .or(workers::look)
        .or(() -> machine.otherThread(workers::contain));
  }
}
