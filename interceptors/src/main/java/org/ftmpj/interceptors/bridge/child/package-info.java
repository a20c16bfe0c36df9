/**
 * Processes that the program starts. What they answer is recorded, what they are given is output; a
 * process that had not ended when the rank died is run again.
 *
 * <p>{@code ChildStarts} stands for {@code ProcessBuilder.start}, {@code Executions} for {@code
 * Runtime.exec}. Both pass the gate, start the process within an event, and give the program a
 * {@code ChildProcess}. What that asks goes to its {@code Child}, which is part of the image of a
 * checkpoint and knows what the record says; what this incarnation has of the process is a {@code
 * LiveChild}. A call that may have to wait does so outside of its event, for which other threads
 * would have to wait: {@code Child.ask} waits, then makes the event. In a re-execution it makes the
 * event first; the outcome NOT_YET means that the record ended there, and that the call was to wait
 * then. A {@code Pump} reads each output a little ahead, so what there is within an event is known.
 *
 * <p>Each outcome has the end of the process with it as soon as that and all of the output are
 * known ({@code ChildOutcome.End}). Processes without one are run again by a thread of the agent's
 * when the rank is live, and no thread is between such an event and its effect. {@code ChildStart}
 * knows how; {@code Pump} drops and compares what was read before ({@code ReadBytes}).
 */
package org.ftmpj.interceptors.bridge.child;
