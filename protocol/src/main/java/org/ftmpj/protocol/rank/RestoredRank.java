package org.ftmpj.protocol.rank;

import java.util.List;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * A rank that goes on from a checkpoint.
 *
 * @param requests the requests of the program, in the order in which {@link RankSession#checkpoint}
 *     got them
 * @param threads the threads of the program, likewise
 */
public record RestoredRank(
    RankSession session, List<PendingRequest> requests, List<LogicalThread> threads) {}
