package org.ftmpj.hostd.job;

import java.util.Optional;
import java.util.function.BiConsumer;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.supervisor.job.LoggerJvm;

/**
 * The services that a daemon needs from its owner.
 *
 * @param sessions with the launcher and other daemons
 * @param commands the commands that start ranks
 * @param recording adds the data to the directory that is required to repeat the job's ranks later
 * @param secret the job's
 * @param loggers the starter of an event logger of the job on this host
 * @param limits of its store, and of the logs of this process
 * @param direct what protects the messages between ranks of different hosts that are connected with
 *     each other; empty if they may not be
 * @param succession the way to another coordinator when the launcher is lost
 */
public record HostServices(
    Sessions sessions,
    RankCommands commands,
    BiConsumer<JobOrder, JobLayout> recording,
    String secret,
    LoggerJvm loggers,
    LogLimits limits,
    Optional<Seal> direct,
    Succession succession) {}
