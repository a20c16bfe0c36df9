/** The store of a rank's checkpoints: begin with {@link CheckpointStore}. */
package org.ftmpj.checkpoint.store;
