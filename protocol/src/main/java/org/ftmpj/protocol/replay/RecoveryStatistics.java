package org.ftmpj.protocol.replay;

/**
 * What a recovery replayed.
 *
 * @param determinants outcomes that were forced
 * @param messages messages received again from the channel logs until the rank was live
 * @param heldSends sends dropped because the channel logs held them
 */
public record RecoveryStatistics(long determinants, long messages, long heldSends) {}
