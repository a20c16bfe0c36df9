/**
 * Checkpoints of a program's named state: begin with {@link org.ftmpj.api.CheckpointScope}. Without
 * FTMPJ all calls do nothing but run the code for a start without a checkpoint, so the same program
 * runs on MPJ Express alone.
 */
package org.ftmpj.api;
