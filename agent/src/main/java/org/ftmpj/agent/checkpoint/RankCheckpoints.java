package org.ftmpj.agent.checkpoint;

/** The checkpoints of a rank, for a process that takes them, continues from one, or both. */
public interface RankCheckpoints {

  /** Whether the program continues in the middle, from a checkpoint of all of it. */
  boolean willRestore();

  /** Rewrites the program's classes, so that its stack can be captured. To be called once. */
  WovenCheckpoints weave();
}
