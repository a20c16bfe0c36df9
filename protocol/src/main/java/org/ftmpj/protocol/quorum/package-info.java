/**
 * Event loggers in a majority (protocol rules STABLE_BY_MAJORITY, FENCED_MAJORITY, TAIL_REPAIRED
 * and LOST_DISK): what a logger may accept, and what a writer does so that the determinants of a
 * rank survive any minority of the loggers. Pure: no clock, no threads, no input or output.
 *
 * <p>Sources: fencing and the repair of the tail follow Apache BookKeeper. The choice of the right
 * log after a failure, and the rule that another log is right only as far as it agrees with that
 * one, follow Raft (Ongaro and Ousterhout, "In Search of an Understandable Consensus Algorithm",
 * 2014). An incarnation of the rank is a term with one leader, the incarnation itself.
 */
package org.ftmpj.protocol.quorum;
