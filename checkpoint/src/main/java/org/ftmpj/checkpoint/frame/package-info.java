/**
 * The stack of a thread: whether it can be captured now, its captured frames, and how a run goes on
 * from them. Begin with {@code Checkpointing}.
 *
 * <p>When the flag is set, {@code ProgramFrames} asks its port {@code Checkpointing} whether a
 * checkpoint is wanted, and looks at the stack ({@code StackCheck}): inwards from {@code
 * MainDriver}, which main's prologue has called, there must be only methods at bytecode offsets
 * that the weaver has noted ({@code KnownSites}), and hidden frames of lambdas; and the stack must
 * have room ({@code StackRoom}). Otherwise nothing happens, and the next call of MPI tries again.
 * Then {@code Unwinding} is thrown, and each method puts its live variables into a {@code
 * FrameRecord}. {@code MainDriver} hands the frames over, and puts them up again, in this process
 * or in one that has restored them. If the number of captured frames is not the number seen before,
 * or an exception comes in between, the process ends: it never goes on with half a stack.
 *
 * <p>A thread that waits for a message is captured in its wait. {@code Parking}, of the protocol,
 * asks one such thread after the other. The stack is checked, the operation is noted for its
 * resumption ({@code PendingOperation}), and {@code Unwinding} is thrown through MPJ Express's
 * methods to the program's call, which is rewritten to save its arguments and to catch that. At the
 * bottom of such a thread is a {@code ThreadDriver}: {@code Thread.start} gives the thread a {@code
 * DrivenTask}, or its method {@code run} begins with it. The thread waits until the checkpoint is
 * written, puts its stack up by the twins, and makes the call again. None goes on before all stacks
 * are up, main's last, so each has the monitors of its synchronized methods.
 */
package org.ftmpj.checkpoint.frame;
