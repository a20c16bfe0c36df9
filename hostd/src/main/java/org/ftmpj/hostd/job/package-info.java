/**
 * A job's part on this host: its directory, its ranks and their end, as the launcher says.
 *
 * <p>{@code HostDaemon} joins over a {@code LauncherLink}, gets a {@code JobOrder}, and makes a
 * {@code HostJob} of it. That compares the files that ranks run from ({@code FileDigest}), makes
 * this host's directory of the job, connects with the other daemons ({@code PeerSessions}, {@code
 * ChannelLogs}), and runs its ranks by the same {@code JobRun} as a job on one host. What that
 * tells the console goes to the launcher ({@code ForwardedConsole}). {@code ToHost} and {@code
 * ToLauncher} are all that both say to each other. A daemon stops by itself only when one of its
 * ranks ended the job, when it fails, or when the launcher is lost and nothing takes its place.
 * Then it removes its directory.
 *
 * <p>Each coordinator has a {@code CoordinatorSession} of its own; the {@code LauncherLink}
 * outlives them, with {@code Instructions} (what was told), {@code ReportedState} (what has to be
 * told again) and {@code SuccessorSearch}.
 *
 * <p>When hosts are lost, a step for all ({@code ToHost.ToAll}) comes to {@code MoveBroadcast},
 * from the launcher or from another daemon. It passes the step on to its children in the tree of
 * notices, and to those of a child that is silent or lost, then gives it to {@code RankMoves},
 * which does it.
 *
 * <p>A job that is resumed: each host's directory ({@code PartDirectory}) has its logs, and in
 * {@code ReceivedRecords} how many records of each log from elsewhere it had written to its mirrors
 * when it was stopped; each shipper begins after that. Copies of checkpoints go on where an earlier
 * run has come. A host notes how many determinants a rank had that came to it: they are in the
 * streams of other hosts, and have no stamps here.
 */
package org.ftmpj.hostd.job;
