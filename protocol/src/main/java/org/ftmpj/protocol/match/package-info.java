/**
 * Matching of messages with receives and probes, as MPI defines it and as a record demands it, and
 * the requests that complete by it.
 */
package org.ftmpj.protocol.match;
