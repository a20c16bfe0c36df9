package org.ftmpj.network;

/** What a content is about, so that each goes to its {@link Receiver}. */
public enum Topic {
  /** How the job goes: what to run, what ranks print and what becomes of them. */
  JOB(false),
  /** Records of channel logs. */
  CHANNELS(true),
  /** Copies of checkpoints. */
  COPIES(true);

  private final boolean quick;

  Topic(boolean quick) {
    this.quick = quick;
  }

  /** Whether its receiver never waits for anything, least of all for a session. */
  boolean isQuick() {
    return quick;
  }
}
