/**
 * Sessions between hosts. Begin with {@link org.ftmpj.network.Session}. After LA-MPI (Graham et
 * al., "A Network-Failure-Tolerant Message-Passing System for Terascale Clusters") and
 * NewMadeleine.
 *
 * <p>{@code Session.send} waits while the window is full ({@code Outgoing}), gives the content a
 * number, and calls {@code Sender.pump}, which any thread may: it takes what is to be sent next,
 * claims room on the connection where it would be there first ({@code SessionConnection}, {@code
 * Pace}, {@code PathTable}), has the content write itself there, and adds check sum and header.
 * Where a connection has no room, its own thread pumps when there is some.
 *
 * <p>The connection's thread reads, opens seals, and gives frames to {@code Reception}:
 * acknowledgements to {@code Outgoing}, contents to {@code Incoming}, which puts them in order and
 * wakes the thread that delivers ({@code FrameDelivery}). What is next, of a topic whose receivers
 * are quick, and comes while that thread sleeps, it delivers itself. A path whose thread delivers,
 * perhaps to a slow disk, is not taken for silent. Nothing else here waits for the network, for a
 * receiver, or for another thread's writing.
 *
 * <p>Each frame tells up to which number its sender has received all contents, and up to which it
 * has delivered them: what is received is not sent again, what is delivered is forgotten. Who has
 * nothing to send acknowledges after 32 contents, 128 KiB, or at the next look of {@code Health}.
 * Frames are numbered by connection, too, and each tells the highest that has come. If one that was
 * sent after a content has come, and the content is in the list of what is missing, it is lost and
 * sent again. If its connection has broken or is left, the other side is asked first, over what
 * else there is. The list comes when something was damaged or is lacking, and whenever a path is
 * probed. A content that is sent again more than once waits twice as long each time, up to a
 * second.
 *
 * <p>{@code Health}, called by one thread for all sessions ({@code Ticker}), looks at the paths
 * every 10 ms while something is under way, else once a second. Of sessions that are idle it asks
 * for signs of life only in those that the ring of the endpoint names ({@code
 * Endpoint.watchOnRing}): that of the next process on the ring of the launcher and all hosts, and
 * another one in each second. What was asked once is asked until it is answered. Without a ring, as
 * under mpjrun, each session is asked. Connections are made by a {@code Dialer} for each path, on
 * the side of the higher host number.
 */
package org.ftmpj.network;
