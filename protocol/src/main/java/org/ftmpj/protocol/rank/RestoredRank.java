package org.ftmpj.protocol.rank;

import java.util.List;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * A rank that goes on from a checkpoint.
 *
 * @param requests that the program held, in the order in which they were given to {@link
 *     RankSession#checkpoint}
 * @param threads that were held, likewise
 */
public record RestoredRank(
    RankSession session, List<PendingRequest> requests, List<LogicalThread> threads) {}
