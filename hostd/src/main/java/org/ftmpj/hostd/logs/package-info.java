/**
 * Channel logs between hosts: the records of this host's logs for remote ranks are sent to their
 * hosts, and records from other hosts are written to mirrors, which the local ranks read like any
 * log.
 *
 * <p>At level process and under mpjrun, with one address for each host, ranks of different hosts
 * are connected with each other (package {@code direct} of the transport), and daemons have no part
 * in their messages: {@code ChannelLogs} then only enters remote ranks in the control block, and
 * {@code EndpointExchange} tells other hosts at which ports the ranks of this one listen. The rest
 * of this page is about all other jobs.
 *
 * <p>There ranks know of one host only. For each other host there is a {@code Shipper}, a thread
 * that reads the logs from local ranks to the ranks of that host ({@code OutgoingLogs}). In the
 * control block it represents all those ranks: a rank that sends rings its doorbell, if it sleeps.
 * The contents that it gives to the session ({@code Records}, consecutive records of one log;
 * {@code Payload}, pieces of 65 KiB from the bulk log) hold places in logs instead of bytes, and
 * read them again when they are sent again. A payload that its sender still writes is polled every
 * 50 µs for some milliseconds, and then at the next ring. On the other side the session's thread
 * has {@code Landing} write to {@code Mirrors}: append, count in the control block, ring. One
 * archiver thread for each remote rank that sends large messages keeps the mirror's bulk log within
 * its memory.
 *
 * <p>At levels host and quorum ranks record as at level process, with stamps. Before data leaves,
 * its thread calls {@code EdgeGate.pass}: one of the waiting threads makes a pass over the
 * determinant logs ({@code DeterminantStream}, {@code RankDeterminants}), sends it to the event
 * logger, and waits for its acknowledgement; threads that come meanwhile share the next pass. So a
 * burst of outputs costs one round trip together. Every 100 ms a pass is made anyway. A pass also
 * adds what ranks require ({@code StreamPruning}, {@code StreamBase}) when 256 KiB or more of the
 * stream may be dropped; by this a reader checks which records may be missing ({@code
 * StoredStream}).
 *
 * <p>Pruning: at level process the daemon of the sender's host records in {@code arrived/RANK}
 * which messages the receiver's host has confirmed ({@code ArrivedMessages}), because such a
 * receiver has no {@code retention/RANK} on the sender's host. The daemon of the receiver's host
 * drops segments of mirrors that their receivers no longer require ({@code ReceiverRetention}).
 * Where hosts can be lost see package {@code copies}. A log that is sent again and does not begin
 * with message 1 is preceded by a frame with the number of its first message ({@code Beginning}).
 */
package org.ftmpj.hostd.logs;
