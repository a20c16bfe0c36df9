package org.ftmpj.agent.checkpoint;

import org.ftmpj.interceptors.weave.ClassChange;

/** The checkpoints of a rank, for the process that takes them, goes on from one, or both. */
public interface RankCheckpoints {

  /** Whether the program goes on in the middle, from a checkpoint of all of it. */
  boolean willRestore();

  /** Rewrites the program's classes, so that its stack can be captured. To be called once. */
  ClassChange weaving();

  /** To be called before main begins, when all else is ready. */
  void join(ProgramParts parts);
}
