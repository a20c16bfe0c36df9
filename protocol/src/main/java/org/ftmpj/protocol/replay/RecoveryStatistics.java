package org.ftmpj.protocol.replay;

/**
 * The amount of work in a recovery.
 *
 * @param determinants number of forced outcomes
 * @param messages number of messages received again from the channel logs until the rank was live
 * @param droppedSends number of sends dropped because the channel logs contained them
 */
public record RecoveryStatistics(long determinants, long messages, long droppedSends) {}
