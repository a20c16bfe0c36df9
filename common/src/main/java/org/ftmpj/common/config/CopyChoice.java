package org.ftmpj.common.config;

/** Where a job over several hosts copies its checkpoints, unless there is a directory for them. */
public enum CopyChoice {
  /** Nowhere: they are lost with their host. */
  NONE,
  /** To another host of the job, each to the next one. */
  PARTNER
}
