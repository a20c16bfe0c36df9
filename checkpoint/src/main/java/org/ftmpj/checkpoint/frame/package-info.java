/**
 * The stack of the program's main thread: whether it can be captured at a moment, what was
 * captured, and how a run goes on from it. Begin with {@link
 * org.ftmpj.checkpoint.frame.Checkpointing}.
 */
package org.ftmpj.checkpoint.frame;
