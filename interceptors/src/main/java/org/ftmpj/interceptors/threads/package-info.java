/**
 * Weaves, in classes of the program, where threads start and where they hand something over, so
 * that the order can be recorded and repeated (protocol rule THREAD_ORDER).
 *
 * <p>The program calls {@code queue.put(x)}, {@code lock.lock()} or enters a monitor. Its rewritten
 * class calls the bridge's method of that name ({@code ThreadCalls}), which does what the JDK would
 * as long as the program has started no thread ({@code Threading.several}). In the isolated loader
 * {@code RankThreads} takes the call: {@code Threads.enter} for one that does not wait, in which
 * {@code TurnWaits} waits, in a replay, until the turn has come, and {@code EventOrder} counts the
 * event; then the call of the JDK is made, then {@code Threads.leave}. A call that may wait is
 * {@code HandOvers.await}, which attempts it whenever something has changed ({@code Changes}), and
 * makes the attempt that succeeds the event. A monitor is entered first, and that it was is the
 * event; in a replay a thread whose turn has not come gives the monitor back until then. Code of
 * the program that the JDK calls runs outside of the event ({@code Calls}, {@code Uses}).
 *
 * <p>A thread that is started gets its identity from its parent, in an event ({@code
 * LogicalThread}); a task of an executor does so when it is given to the executor ({@code
 * LogicalTask}, {@code Pool}).
 */
package org.ftmpj.interceptors.threads;
