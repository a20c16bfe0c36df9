package org.ftmpj.common.config;

/** The choice between a rank's two retained checkpoints. */
public enum CheckpointChoice {
  /** The one before the newest, if there are two. */
  OLDEST,
  NEWEST
}
