/**
 * The bulk log of a rank: payloads of its messages, but for small ones, beside the channel logs,
 * which only say where in it they are.
 *
 * <p>What makes payloads expensive is not the copying but the memory: every page of a log that
 * grows has to be allocated, cleared and mapped. So payloads go to a file of fixed size first,
 * whose pages are used again and again ({@code recent}); a thread copies them from there to a file
 * that grows, past the page cache ({@code older}).
 */
package org.ftmpj.transport.bulk;
