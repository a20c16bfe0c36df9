package org.ftmpj.network;

/** What a content is about, so that each goes to its {@link Receiver}. */
public enum Topic {
  /** How the job goes: what to run, what ranks print and what becomes of them. */
  JOB,
  /** Records of channel logs. */
  CHANNELS
}
