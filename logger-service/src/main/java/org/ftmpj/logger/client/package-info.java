/**
 * Clients of event loggers: determinants acknowledged by one logger (level host) or by a majority
 * of several (level quorum). {@code JobLoggers} makes the log of a writer.
 *
 * <p>{@code QuorumEventLog} waits; {@code EnsembleConnections} has a {@code MemberLink} to each
 * logger, none of which ever blocks, and does what the core, {@code QuorumWriter} of the protocol,
 * says. {@code Preferred} says which loggers get records at once, and which of these answered last
 * before: who waits at the gate is woken by that one alone, and then takes what the others have
 * said. {@code UnacknowledgedRecords} has what some logger needs yet; beyond 16 MiB one of several
 * that stands still is given up, and gets what it missed from another one. In the logger {@code
 * EventLoop}, its only thread, reads; a {@code Connection} hands what comes to a {@code
 * ReplicaClient}, and that to the {@code ReplicaStore} of the rank; what was written is
 * acknowledged once for all writes since. While the rank's thread is busy elsewhere a thread of the
 * log opens connections again and copies what loggers have missed.
 *
 * <p>A single logger that refuses the writer, or has lost what it had, stops the writer; one of
 * several counts as away. So a logger has to know of a job before its first rank starts ({@code
 * NewJob}): a store without that note has lost it.
 *
 * <p>That loggers are away, or back, every writer of a job notices; one tells ({@code
 * LoggerNotices}): of the ranks of a host the first one, which says so in a file, of hosts the
 * launcher.
 */
package org.ftmpj.logger.client;
