/**
 * When a rank takes a checkpoint, how, and how its next incarnation goes on from it: begin with
 * {@link Checkpoints}.
 */
package org.ftmpj.agent.checkpoint;
