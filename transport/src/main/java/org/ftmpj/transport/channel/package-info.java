/**
 * Channel logs as the protocol sees them: begin with {@code ChronicleInterconnect}. A sender
 * appends to an {@code OutboundChannel}, a receiver reads an {@code InboundChannel}; {@code Hints}
 * in the control block say which logs have something new.
 *
 * <p>What is needed of logs each rank says in a small mapped file, {@code retention/RANK} ({@code
 * RetainedPositions}), when a checkpoint has become durable: what the older of the two needs.
 * Nobody is told: senders look there when they begin a segment, and their archivers when they write
 * behind. Each position is written at once and never goes back, so a rank that is killed between
 * two of them has only asked for more than it needs. {@code BulkPlaces} knows roughly where in the
 * bulk log the messages to each destination are. A restart compares what its checkpoint, or the
 * beginning of the program, needs with {@code retention/RANK}.
 */
package org.ftmpj.transport.channel;
