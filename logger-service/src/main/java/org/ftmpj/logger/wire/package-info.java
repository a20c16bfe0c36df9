/**
 * The protocol of event loggers and their clients over TCP, after a {@linkplain
 * org.ftmpj.common.handshake handshake}. A rank:
 *
 * <pre>
 *   logger                          rank
 *                               &lt;-- JOIN(job, rank, incarnation, session)
 *   JOINED(what it has)         --&gt;                                  or REFUSED, at any time
 *                               &lt;-- WRITE* READ* PRUNE*
 *   WRITTEN* HISTORY*           --&gt;
 * </pre>
 *
 * <p>Before any rank is started, the launcher has said ENROL(job), answered by DONE, or has noted
 * the same in the store of a logger of the job's own. When a job has ended, and no process of it is
 * left, the launcher says FAREWELL(job) in a connection of its own; the logger forgets the job, and
 * answers DONE.
 *
 * <p>What the loggers of a job agree on is asked in a connection of its own, one question after the
 * other:
 *
 * <pre>
 *                               &lt;-- COORDINATE(job)
 *                               &lt;-- ASK(question)
 *   TOLD(reply)                 --&gt;
 * </pre>
 *
 * <p>All frames are encrypted and authenticated: who reads the network sees no determinant, and who
 * changes it ends connections at most. Within a host, over its loopback address, frames are in
 * clear: to read them takes the rights to read the job's memory, and to seal them would make a gate
 * of level host half again as long.
 */
package org.ftmpj.logger.wire;
