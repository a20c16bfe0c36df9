package org.ftmpj.protocol.simulation;

/**
 * A model of a checkpoint, which the product does not have yet: the state of a rank before an
 * operation. To recover from it, the rank runs again from its start on what the checkpoint covers:
 * that stands for the state; all else must be in the logs still.
 *
 * @param operation index of the program's next operation
 * @param cursors how many entries of each inbound log it covers
 * @param sent how many entries of each outbound log it covers
 * @param determinants how many determinants it covers
 */
record Checkpoint(int operation, int[] cursors, int[] sent, long determinants) {}
