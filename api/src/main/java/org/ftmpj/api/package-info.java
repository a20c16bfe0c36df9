/**
 * Checkpoints of what a program names itself: begin with {@link org.ftmpj.api.CheckpointScope}.
 * Without FTMPJ all calls do nothing but run what begins without a checkpoint, so the same program
 * runs on MPJ Express alone.
 */
package org.ftmpj.api;
