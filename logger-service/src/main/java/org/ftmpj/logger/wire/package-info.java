/**
 * What ranks and event logger say to each other over TCP. After the connection:
 *
 * <pre>
 *   logger                          rank
 *   CHALLENGE(nonce)            --&gt;
 *                               &lt;-- JOIN(job, rank, incarnation, session, nonce, proof)
 *   JOINED(what it has, proof)  --&gt;                                  or REFUSED, at any time
 *                               &lt;-- WRITE* READ* PRUNE*
 *   WRITTEN* HISTORY*           --&gt;
 * </pre>
 *
 * Before any rank is started, the launcher has said ENROL(job, proof), answered by ENROLLED, or has
 * noted the same in the store of a logger of the job's own.
 *
 * <p>When a job has ended, and no process of it is left, the launcher says so in a connection of
 * its own, and the logger forgets the job:
 *
 * <pre>
 *   CHALLENGE(nonce)            --&gt;
 *                               &lt;-- FAREWELL(job, proof)
 *   FORGOTTEN                   --&gt;                                  or REFUSED
 * </pre>
 *
 * <p>What the loggers of a job agree on is asked in a connection of its own, one question after the
 * other:
 *
 * <pre>
 *   CHALLENGE(nonce)            --&gt;
 *                               &lt;-- COORDINATE(job, nonce, proof)
 *   COORDINATED(proof)          --&gt;                                  or REFUSED
 *                               &lt;-- ASK(question)
 *   TOLD(reply)                 --&gt;
 * </pre>
 *
 * <p>The proofs show that both know the secret without saying it. All that follows JOINED or
 * COORDINATED is encrypted and authenticated ({@link org.ftmpj.logger.wire.Sealing}): who reads the
 * network sees no determinant, and who changes it ends connections at most.
 */
package org.ftmpj.logger.wire;
