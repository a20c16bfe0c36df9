/**
 * Jobs whose ranks run on several hosts. Begin with {@link org.ftmpj.launcher.hosts.HostsJob}.
 *
 * <p>A coordinator brings the job from phase to phase ({@code JobPhase}), by one transition ({@code
 * Coordination}) that leads to the end whenever that is known. The launcher of a run ({@code
 * HostsRun}) passes {@code Founding}, {@code Collecting}, {@code IssuingOrders} and {@code
 * StartingRanks}; a successor begins with {@code Rejoining}. {@code Running}, {@code Ending} and
 * {@code Ended} are the same for both.
 *
 * <p>It listens ({@code HostNetwork}), has the daemons started ({@code ShellStarter}, {@code
 * PrintingStarter}), and knows each of them as a {@code RemoteHost}, whose stages (joined, ready,
 * stopped, left) its {@code StartingHosts} and {@code HostGroup} wait for. What daemons tell goes
 * to the launcher's own console as if the ranks were there ({@code RemoteRanks}). The verdict is
 * the launcher's.
 *
 * <p>When hosts are lost, {@code HostLosses} decides what becomes of their ranks. Each step for all
 * hosts is told by {@code StepReplies} to those that are its children in the tree over the launcher
 * and the hosts that are left; the answers of all are awaited. Determinants go to a host directly
 * from the launcher, which waits until they are there before it tells the step that needs them.
 *
 * <p>Daemons that have nothing to send watch each other on a ring. It begins in a daemon with its
 * sessions, in a coordinator when it has told the ranks to start, or has its hosts ({@code
 * HostGroup.watchOnRing}); until then each session is asked. Whom a daemon finds silent goes to the
 * coordinator as {@code ToLauncher.PeerSilent}, or if it is that one, to the other daemons as
 * {@code ToHost.CoordinatorSilent}; both only make the receiver's own session ask.
 *
 * <p>What the launcher does in any phase is a {@code CoordinatorDuties}, which a successor has,
 * too: {@code SuccessorJob}, made by {@code Takeover} for {@code ftmpj coordinate} ({@code
 * CoordinateCommand}, which a daemon starts by {@code Successor}) and for {@code ftmpj run
 * --attach} ({@code AttachArguments}). What it has to know is a {@code JobNotes}, read from the
 * notes in the agreement of the event loggers; {@code AgreedNotebook} writes them, {@code
 * LostHosts} is the part about losses. Jobs without successors have another {@code Notebook}, which
 * notes nothing.
 *
 * <p>A job that is resumed: the launcher's directory has how the job was started ({@code Launch})
 * and in which order hosts have what. {@code ResumedHosts} starts daemons on the same hosts and
 * tells them so. A host that does not come, or has lost its part, is dealt with as a lost one
 * before ranks start. Hosts that the user names instead ({@code NextRunHosts}) come with numbers of
 * their own and have nothing of the job; those that are left are dealt with as lost ones, all at
 * once. At level process a new host has the number and the part of the one in whose place it is.
 * That ranks of a lost host have been placed is written before they are told to start. At level
 * quorum the agreement on a coordinator ends with the run in which it began.
 */
package org.ftmpj.launcher.hosts;
