/**
 * The bulk log of a rank: the larger payloads of its messages, beside the channel logs, which only
 * have their places in it.
 *
 * <p>What makes payloads expensive is not the copying but the memory: every page of a log that
 * grows has to be allocated, cleared and mapped. So payloads go to memory first that is used again
 * and again, in slots ({@code recent}); a thread copies them from there to segments, past the page
 * cache ({@code older-N}), from where a slot is free for the next bytes. A segment that is not
 * needed any more can be removed ({@link org.ftmpj.transport.journal.Retention}).
 *
 * <p>{@code BulkState}, some mapped pages, says how far both have come and which slot holds what. A
 * slot is given to other bytes before the first of them is written; a reader that finds its slot
 * taken when it has copied takes the bytes from the older part. No space on the disk is found when
 * a slot gets its pages, before it is written ({@code FTMPJ-1301}). If a sender dies within a
 * payload that was announced, its next incarnation completes it where it stands, and the receiver
 * waits for that.
 *
 * <p>Where checkpoints prune the log, the archiver leaves as much in memory as there is room for,
 * but a quarter: each time the writer comes to another slot it looks what is needed, gives the
 * slots before that free, and writes chunks that are needed only when the rest is used up. A
 * segment then begins with the first chunk that is written, behind a hole.
 */
package org.ftmpj.transport.bulk;
