package org.ftmpj.protocol.replay;

/**
 * The work of a recovery.
 *
 * @param determinants outcomes that were forced
 * @param messages messages received again from the channel logs until the rank was live
 * @param heldSends sends dropped because the channel logs held them
 */
public record RecoveryStatistics(long determinants, long messages, long heldSends) {}
