/**
 * Several threads of a program (protocol rule THREAD_ORDER): their identity, the order in which
 * their events take effect, and the enforcement of that order in a replay.
 *
 * <p>A thread is born in an event of its parent ({@link org.ftmpj.protocol.thread.Threads#spawn})
 * and ends when its code does; a task may also be withdrawn before it begins. In between it runs
 * code of the program, or is in an event, or waits, without the lock:
 *
 * <pre>
 *        runs code of the program
 *        |                      ^
 *        | enter, hold, await:  | leave, release:
 *        | takes the lock       | gives it back
 *        v                      |
 *        is its turn? --no----- | ----- AWAITS_ITS_TURN until the event before it is counted,
 *        | yes                  |       and checks again
 *        v                      |
 *        its event takes effect |
 *        |
 *        | it cannot succeed yet: it waits, and then attempts the same again
 *        |
 *        +-- AWAITS_A_HAND_OVER            until another has changed the object, or 20 ms
 *        +-- AWAITS_A_THREAD               the same, and at most for a time
 *        +-- AWAITS_ARRIVALS               until the doorbell rings, or 100 ms
 *        +-- AWAITS_THE_END_OF_THE_REPLAY  until the rank is live, or the record has ended
 * </pre>
 *
 * <p>These waits, and the phases of a stack in a checkpoint, are its {@code ThreadState}, which one
 * method changes in few ways.
 *
 * <p>{@code EventOrder} counts an operation of MPI when its turn has come, and a hand-over when an
 * attempt succeeds.
 *
 * <table>
 * <caption>Waits</caption>
 * <tr><th>for</th><th>in</th><th>at</th></tr>
 * <tr><td>its turn</td><td>{@code TurnWaits}</td>
 *     <td>a condition of its own, or the monitor that it has entered too early</td></tr>
 * <tr><td>another thread</td><td>{@code Changes}, for {@code HandOvers} and {@code Calls}</td>
 *     <td>a condition for each object</td></tr>
 * <tr><td>arrivals</td><td>{@code RankWaits}</td>
 *     <td>the doorbell, one thread at a time; a condition, all others</td></tr>
 * <tr><td>the end of the replay</td><td>{@code RankWaits}</td><td>one condition for all</td></tr>
 * </table>
 *
 * <p>Three classes watch from outside for {@code EventWatch}, so that nothing waits without end:
 * {@code Standstill} finds a replay in which the thread that is due can never come, {@code
 * LockWatch} an event that does not end and blocks all others, {@code BlockedWait} a thread that
 * waits for an object which another thread's call uses exclusively. {@code Stillness} decides, at
 * the end of a verified record, when no thread will end the program any more.
 */
package org.ftmpj.protocol.thread;
