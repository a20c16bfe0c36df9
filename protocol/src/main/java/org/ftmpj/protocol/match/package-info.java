/**
 * Matching of messages with receives and probes, by MPI's rules and by the record, and the requests
 * that it completes.
 */
package org.ftmpj.protocol.match;
