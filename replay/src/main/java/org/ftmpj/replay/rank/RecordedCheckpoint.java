package org.ftmpj.replay.rank;

import java.time.Instant;
import org.ftmpj.protocol.rank.RankCheckpoint;

/**
 * The checkpoint with which a verification begins.
 *
 * @param outputBytes bytes of the rank's output log at that time
 * @param state of the protocol
 */
public record RecordedCheckpoint(Instant taken, long outputBytes, RankCheckpoint state) {}
