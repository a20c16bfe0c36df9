/**
 * The part of a job on this host: its directory, its ranks and their end, by order of the launcher.
 *
 * <p>{@code HostDaemon} joins over a {@code LauncherLink}, gets a {@code JobOrder}, and makes a
 * {@code HostJob} of it. That compares the files that ranks run from ({@code FileDigest}), makes
 * this host's directory of the job, connects with the other daemons ({@code PeerSessions}, {@code
 * ChannelLogs}), and runs its ranks by the same {@code JobRun} as a job on one host. Its console
 * messages go to the launcher ({@code ForwardedConsole}). {@code ToHost} and {@code ToLauncher} are
 * all the messages between the two. A daemon stops by itself only when one of its ranks ended the
 * job, when it fails, or when the launcher is lost and no process replaces it. Then it removes its
 * directory.
 *
 * <p>Each coordinator has a {@code CoordinatorSession} of its own; the {@code LauncherLink}
 * outlives them, with {@code Instructions} (the messages received), {@code ReportedState} (the
 * messages to repeat) and {@code SuccessorSearch}.
 *
 * <p>When hosts are lost, a step for all ({@code ToHost.ToAll}) comes to {@code MoveBroadcast},
 * from the launcher or from another daemon. It passes the step on to its children in the tree of
 * notices, and to those of a child that is silent or lost, then gives it to {@code RankMoves},
 * which does it.
 *
 * <p>When a job is resumed, each host's directory ({@code PartDirectory}) has its logs, and {@code
 * ReceivedRecords} says how many records of each remote log were in its mirrors when the job was
 * stopped; each shipper begins after those. Copies of checkpoints continue where the earlier run
 * stopped. A host records how many determinants a rank had before it moved there: these are in the
 * streams of other hosts, and have no stamps on this one.
 */
package org.ftmpj.hostd.job;
