package org.ftmpj.common.config;

/** Which of a rank's two kept checkpoints is meant. */
public enum CheckpointChoice {
  /** The one before the newest, if there are two. */
  OLDEST,
  NEWEST
}
