package org.ftmpj.hostd.job;

import java.util.function.BiConsumer;
import org.ftmpj.common.job.JobLayout;

/**
 * What a daemon needs of those who run it.
 *
 * @param sessions with the launcher and other daemons
 * @param commands how ranks are started
 * @param recording adds to the directory what is needed to repeat the job's ranks later
 * @param secret the job's
 * @param release of FTMPJ
 * @param logMemory share of the memory for payloads that are not on the disk yet, percent, as for
 *     ranks
 */
public record HostServices(
    Sessions sessions,
    RankCommands commands,
    BiConsumer<JobOrder, JobLayout> recording,
    String secret,
    String release,
    int logMemory) {}
