/**
 * The stack of a thread: whether it can be captured at a moment, what was captured, and how a run
 * goes on from it. Begin with {@code Checkpointing}.
 *
 * <p>When the flag is set, {@code ProgramFrames} asks its port {@code Checkpointing} whether a
 * checkpoint is wanted, and looks at the stack ({@code StackCheck}): from {@code MainDriver}, which
 * main's prologue has called, to here it must find nothing but methods at bytecode offsets that the
 * weaver has written down ({@code KnownSites}), and hidden frames of lambdas; and there must be
 * room on the stack ({@code StackRoom}). Otherwise nothing happens, and the next call of MPI tries
 * again. Then {@code Unwinding} is thrown, and each method gives its live variables away as a
 * {@code FrameRecord}. {@code MainDriver} hands the frames over, and puts them up again, in this
 * process or in one that has restored them. If as many frames were not captured as were seen, or
 * something was thrown meanwhile, the process ends: it never goes on with half a stack.
 *
 * <p>A thread that waits for a message is captured in its wait. {@code Parking}, of the protocol,
 * has one after the other answer there: its stack is looked at, its operation says how it is taken
 * up again ({@code PendingOperation}), and {@code Unwinding} is thrown through MPJ Express's
 * methods to the program's call, which is rewritten to keep what it takes and to catch that. At the
 * bottom of such a thread is a {@code ThreadDriver}: {@code Thread.start} gives the thread a {@code
 * DrivenTask}, or its method {@code run} begins with it. It waits until the checkpoint is written,
 * puts the stack up by the twins, and the call is made again. None goes on before all stacks are
 * up, main's last, so each has the monitors of its synchronized methods.
 */
package org.ftmpj.checkpoint.frame;
