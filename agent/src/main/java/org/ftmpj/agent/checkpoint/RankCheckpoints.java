package org.ftmpj.agent.checkpoint;

/** The checkpoints of a rank, for the process that takes them, goes on from one, or both. */
public interface RankCheckpoints {

  /** Whether the program goes on in the middle, from a checkpoint of all of it. */
  boolean willRestore();

  /** Has the program's classes rewritten, so that its stack can be captured. To be called once. */
  WovenCheckpoints weave();
}
