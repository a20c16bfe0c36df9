/**
 * Connections between ranks of different hosts. A sender connects with the receiver, says which
 * channel the connection is of, and learns how many records of its channel log the receiver has.
 * From there on it sends the records of its log. The receiver writes them to the mirror of the log,
 * from which it reads them like any other log. When a connection breaks, or one of the two ranks is
 * started again, the sender connects again, so nothing has to be remembered beside the logs.
 *
 * <p>Program threads read and write the connections themselves while they send, poll and wait
 * ({@link org.ftmpj.transport.direct.RankLinks}); a thread of the rank does so while the program
 * computes.
 */
package org.ftmpj.transport.direct;
