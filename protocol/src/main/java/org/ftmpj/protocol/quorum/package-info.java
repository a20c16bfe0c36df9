/**
 * Event loggers in a majority (protocol rules STABLE_BY_MAJORITY, FENCED_MAJORITY, TAIL_REPAIRED
 * and LOST_DISK): what a logger may accept, and what a writer does so that the determinants of a
 * rank survive any minority of the loggers. Pure: no clock, no threads, no input or output.
 *
 * <p>Sources: fencing and the repair of the tail are those of Apache BookKeeper; which log is the
 * right one after a failure, and that a log is never right beyond where it agrees with that one, is
 * Raft's (Ongaro and Ousterhout, "In Search of an Understandable Consensus Algorithm", 2014): an
 * incarnation of the rank is a term, with one leader, the incarnation itself.
 */
package org.ftmpj.protocol.quorum;
