package org.ftmpj.it.program.generated;

/** Something that a rank does besides MPI. */
@FunctionalInterface
interface Errand {
  /** Does it, in any thread. Returns what is the same in every run. */
  Object run(Doer doer) throws Exception;
}
