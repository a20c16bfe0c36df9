/**
 * Channel logs between hosts: what the logs of this host hold for ranks elsewhere is sent there,
 * and what comes from elsewhere is written to mirrors, which the ranks here read as any log.
 *
 * <p>Ranks know of one host only. For each other host there is a {@code Shipper}, a thread that
 * reads the logs of the ranks here to the ranks there ({@code OutgoingLogs}). In the control block
 * it stands in for all those ranks: a rank that sends rings its doorbell, if it sleeps. What it
 * gives to the session ({@code Records}, consecutive records of one log; {@code Payload}, pieces of
 * 65 KiB from the bulk log) holds places in logs, no bytes, and reads them again when it is sent
 * again. A payload that its sender still writes is looked at every 50 µs for some milliseconds, and
 * then at the next ring. On the other side the session's thread has {@code Landing} write to {@code
 * Mirrors}: append, count in the control block, ring. One archiver thread for each rank elsewhere
 * that sends large messages keeps the mirror's bulk log within its memory.
 *
 * <p>At levels host and quorum ranks record as at level process, with stamps. What is to leave
 * calls {@code EdgeGate.pass}: of the threads that wait there one makes a pass over the determinant
 * logs ({@code DeterminantStream}, {@code RankDeterminants}), sends it to the event logger, and
 * waits for its acknowledgement; those that come meanwhile share the next pass. So what leaves a
 * host in a burst pays one round trip together. Once in 100 ms a pass is made anyway. A pass also
 * adds what ranks need ({@code StreamPruning}, {@code StreamBase}) when 256 KiB or more may be
 * dropped of the stream; whoever reads it checks by that what is missing ({@code StoredStream}).
 *
 * <p>Pruning: at level process the daemon of the sender's host says in {@code arrived/RANK} which
 * messages the receiver's host has confirmed ({@code ArrivedMessages}), for a receiver that has no
 * {@code needed/RANK} here. The daemon of the receiver's host drops segments of mirrors as their
 * receivers need ({@code NeededByReceivers}). Where hosts can be lost see package {@code copies}. A
 * log that is sent anew and does not begin with message 1 is preceded by a frame with the number of
 * its first message ({@code Beginning}).
 */
package org.ftmpj.hostd.logs;
