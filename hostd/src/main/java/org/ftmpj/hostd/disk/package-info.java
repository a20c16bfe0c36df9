/**
 * What the logs of a job take on the disk of a host, and the quota that they have: begin with
 * {@link org.ftmpj.hostd.disk.QuotaWatch}.
 *
 * <p>A thread of the launcher, or of each daemon, looks at the disk ({@code LogUse}) and asks ranks
 * for checkpoints as {@code ftmpj checkpoint} does. Near the quota ranks send slowly ({@code
 * QuotaThrottling}, {@code ThrottledRanks}: a word of the control block, which {@code Throttle} of
 * the agent looks at before calls of MPI). At the quota the job ends so that it can be resumed.
 * Ranks take smaller segments and less memory for payloads ({@code LogQuota}).
 *
 * <p>Over several hosts the launcher has such a thread only for the event logger in its directory.
 * Daemons ask each other for checkpoints of their ranks ({@code HostRequests}, messages {@code
 * ToHost.OfQuota}); an answer that is lost with a connection is made good when the rank is asked
 * again. At the quota a daemon tells the launcher that it has failed, but goes on until it is told
 * to stop, so that all hosts stop alike, with nothing let out that is not stable. Daemons get the
 * quota as an option of their command, so the next run may have another one.
 */
package org.ftmpj.hostd.disk;
