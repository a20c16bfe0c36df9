package org.ftmpj.hostd.job;

import java.util.Optional;
import org.ftmpj.supervisor.rank.RankEvent;

/**
 * A rank that was started on the host that tells of it.
 *
 * @param incarnation the newest that was started there
 * @param ended how it has ended for good, if it has
 */
public record LocalRank(int rank, int incarnation, Optional<RankEvent.Ended> ended) {}
