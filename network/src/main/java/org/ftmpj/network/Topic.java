package org.ftmpj.network;

/** The subject of a content, which decides its {@link Receiver}. */
public enum Topic {
  /** The course of the job: what to run, what ranks print and what becomes of them. */
  JOB(false),
  /** Records of channel logs. */
  CHANNELS(true),
  /** Copies of checkpoints. */
  COPIES(true);

  private final boolean quick;

  Topic(boolean quick) {
    this.quick = quick;
  }

  /** Whether its receiver never waits for anything, and certainly not for a session. */
  boolean isQuick() {
    return quick;
  }
}
