/**
 * The bulk log of a rank: payloads of its messages, but for small ones, beside the channel logs,
 * which only say where in it they are.
 *
 * <p>What makes payloads expensive is not the copying but the memory: every page of a log that
 * grows has to be allocated, cleared and mapped. So payloads go to memory first that is used again
 * and again, in slots ({@code recent}); a thread copies them from there to segments, past the page
 * cache ({@code older-N}), from where a slot is free for the next bytes. A segment that is not
 * needed any more can be removed ({@link org.ftmpj.transport.journal.Needed}).
 */
package org.ftmpj.transport.bulk;
