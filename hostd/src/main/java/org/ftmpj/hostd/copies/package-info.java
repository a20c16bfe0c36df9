/**
 * Copies of checkpoints that survive the host of their rank: begin with {@link
 * org.ftmpj.hostd.copies.CheckpointCopies}.
 */
package org.ftmpj.hostd.copies;
