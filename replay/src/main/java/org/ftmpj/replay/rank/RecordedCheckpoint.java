package org.ftmpj.replay.rank;

import java.time.Instant;
import org.ftmpj.protocol.rank.RankCheckpoint;

/**
 * What a verification has to know of the checkpoint that it begins with.
 *
 * @param outputBytes that the rank's output log had then
 * @param state of the protocol
 */
public record RecordedCheckpoint(Instant taken, long outputBytes, RankCheckpoint state) {}
