/**
 * Clients of event loggers: determinants acknowledged by one logger (level host) or by a majority
 * of several (level quorum). {@code JobLoggers} makes the log of either level.
 *
 * <p>One logger: {@code RemoteEventLog} sends a batch; in the logger {@code EventLoop}, its only
 * thread, reads it, {@code Connection} hands it to the store, and the store tells the connection,
 * by the same thread but perhaps later, up to which record all is stable. {@code Connection}
 * acknowledges that, once for all batches since. An older incarnation is fenced likewise: its
 * successor is welcome when the store says that the fence is durable. {@code StoreRegistry}, a
 * directory with a {@code Store} for each rank, says all of this at once. {@code LateStore} of the
 * tests, which takes its time and loses what was not stable, shows that the server waits.
 *
 * <p>Several loggers: {@code QuorumEventLog} waits, {@code Members} has a {@code MemberLink} to
 * each, none of which ever blocks, and does what the core, {@code QuorumWriter} of the protocol,
 * says. {@code Preferred} says which get records at once, and which of these answered last before:
 * who waits at the gate is woken by that one alone, and then takes what the others have said.
 * {@code HeldRecords} has what some logger needs yet; beyond 16 MiB one that stands still is given
 * up, and gets what it missed from another one. In the logger a {@code Connection} hands what comes
 * to a {@code ReplicaClient}, and that to the {@code ReplicaStore} of the rank. While the rank's
 * thread is busy elsewhere a thread of the log opens connections again and copies what loggers have
 * missed.
 *
 * <p>That loggers are away, or back, every writer of a job notices; one tells ({@code
 * LoggerNotices}): of the ranks of a host the first one, which says so in a file, of hosts the
 * launcher.
 */
package org.ftmpj.logger.client;
