package org.ftmpj.common.config;

/**
 * The place to which a job over several hosts copies its checkpoints, unless there is a directory
 * for them.
 */
public enum CopyChoice {
  /** No place: checkpoints are lost with their host. */
  NONE,
  /** Another host of the job: each host's copies are on the next one. */
  PARTNER
}
