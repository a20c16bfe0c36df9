package org.ftmpj.agent.checkpoint;

import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;

/**
 * Decides when a checkpoint is taken, and reports the outcome to the user, to the policy, and to
 * the logs that may then be pruned.
 */
final class CheckpointAttempts {
  /** With fewer attempts the obstacle may be chance, such as a task that has just begun. */
  private static final int MANY = 3;

  private final CheckpointStore store;
  private final CheckpointCommits commits;
  private final PrunedLogs logs;
  private final CheckpointNotices notices;
  private final CheckpointAnswers answers;
  private final CheckpointTriggers requests;

  /** The attempts in a row at which a thread of an executor was busy. */
  private int busy;

  CheckpointAttempts(
      CheckpointStore store,
      CheckpointCommits commits,
      PrunedLogs logs,
      CheckpointNotices notices,
      CheckpointAnswers answers,
      CheckpointTriggers requests) {
    this.store = store;
    this.commits = commits;
    this.logs = logs;
    this.notices = notices;
    this.answers = answers;
    this.requests = requests;
  }

  /** Tells the user of the checkpoint that exists at the start. */
  void begin() {
    answers.begin();
  }

  /** Begins to request checkpoints. */
  void start() {
    requests.start(this::silent);
  }

  /** Whether one is to be taken now. The thread that runs main. */
  boolean areDue() {
    return !commits.isBusy() && requests.areDue();
  }

  /**
   * Handles a call at which none is taken: logs may be near their quota. The thread that runs main.
   */
  void hold() {
    requests.hold();
  }

  /** Records that a checkpoint is begun. The thread that runs main. */
  void begun() {
    busy = 0;
    answers.attempted();
    requests.attempted();
  }

  /** Records why none can be begun now. The thread that runs main. */
  void impossible(String why) {
    answers.attempted();
    refused(why);
  }

  /**
   * Records that none can be begun while a thread of an executor or a timer is busy; the next call
   * tries again. The thread that runs main.
   */
  void busy(String why) {
    if (++busy == MANY) {
      busy = 0;
      impossible(why);
    }
  }

  /** Records that none could be begun at many calls in a row. The thread that runs main. */
  void deferred(String why, long calls) {
    answers.attempted();
    String text = "at none of " + calls + " calls of MPI in a row: " + why;
    notices.refused(text);
    answers.refused(text);
  }

  /** Records that none is taken because main makes no call of MPI. The thread of the requests. */
  private void silent(String why) {
    notices.silent(why);
    answers.refused(why);
  }

  /** Records why there is none of this moment. Any thread. */
  void refused(String why) {
    notices.refused(why);
    answers.refused(why);
    requests.refused();
  }

  /** Records a failure by an exception that has no message for users. Any thread. */
  void failed(Throwable thrown) {
    notices.unexpected(thrown);
    refused("the attempt failed: " + thrown);
  }

  /** Records that there is one. The thread of the commits. */
  void committed(Last checkpoint) {
    notices.taken(checkpoint);
    answers.taken(checkpoint);
    requests.taken(checkpoint.pauseNs());
    try {
      logs.dropTo(store);
    } catch (FtmpjException e) {
      notices.notPruned(e);
    }
  }
}
