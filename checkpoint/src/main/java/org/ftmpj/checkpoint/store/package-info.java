/** Where the checkpoints of a rank are kept: begin with {@link CheckpointStore}. */
package org.ftmpj.checkpoint.store;
