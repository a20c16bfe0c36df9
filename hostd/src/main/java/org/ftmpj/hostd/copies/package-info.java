/**
 * Copies of checkpoints that survive the host of their rank: begin with {@link
 * org.ftmpj.hostd.copies.CheckpointCopies}.
 *
 * <p>Its thread looks for new checkpoints of the ranks here, and has {@code RankCopies} copy each
 * with the records ({@code ChannelRecords}) that the rank's logs have by then, to the {@code
 * CopyPlace} that a {@code CopyRetention} gives it. With {@code --checkpoint-dir} ({@code
 * SharedCopies}) that is the host's part of the {@code CopyDirectory} ({@code DirectoryPlace}).
 * With {@code --checkpoint-copies partner} ({@code PartnerCopies}) it is such a directory on
 * another host: a {@code PartnerPlace} asks for each step over the session with it ({@code
 * CopyRequest}, {@code CopyAnswer}, topic COPIES), and {@code RetainedCopies} there does it, in a
 * thread of its own, in one of its {@code PartnerDirectories}.
 *
 * <p>When ranks move, the host that keeps their copies brings them in the step Place to where they
 * go, by the same requests. {@code MovedCheckpoints} makes a rank's logs of what was copied ({@code
 * RestoredLogs}, which is mirrors again), its output log and its store of checkpoints, in the step
 * Resume before the rank is started; the rank chooses among them as on its own host. It takes the
 * records of the last host on which the rank was, by the incarnation with which it came there,
 * which each file of records says. A lost host's part of the directory is renamed in the step Part,
 * and the answer says of which incarnations checkpoints there have read ({@code ReadIncarnations}),
 * so that no later one gets the same number.
 *
 * <p>Pruning where hosts can be lost: the file {@code retention/RANK} is made by the rank and
 * written by the daemon of its host. When a copy counts, this daemon works out what the rank still
 * needs, and tells the other daemons, each of which writes it to such a file on its host ({@code
 * PublishedPositions}). Of a log or its mirror what neither the sender's nor the receiver's file
 * needs is removed ({@code PositionsForLostHosts}). The file says, too, which incarnation wrote the
 * last message that the rank has read of each other one, and as which it came to its host ({@code
 * incarnations/RANK.came}): a log that its sender has written on another host than the receiver has
 * read of is kept whole. Copies of logs are pruned to the same positions by the host that makes
 * them ({@code RecordFiles}).
 */
package org.ftmpj.hostd.copies;
