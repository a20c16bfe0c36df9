/**
 * Operations, one class for each kind of call of the program, and the session through which the
 * device of a rank makes them.
 *
 * <p>Each call is an {@code Operation}: {@code Send}, {@code Post} (of a receive), {@code Wait},
 * {@code Delivery} (waits for and tests of several requests), {@code Probe}, {@code NumberRead} and
 * {@code DataRead}, {@code Observation}, {@code Commit} (the gate before an output). An operation
 * never waits. It is attempted, and the attempt says that it is done or why it cannot go on ({@code
 * Attempt}): not its turn among the events of all threads, the gate is closed, nothing has arrived.
 * The steps are the same for all. Its turn comes and is counted ({@code EventOrder}). It starts: it
 * ticks the clock and looks up its record. It proceeds until it is done. Then the matched marks
 * that the rank owes go out. {@code Operation.attempt} is the one place where these steps are put
 * together.
 *
 * <p>Two drivers exist. {@code Driver}, which a rank uses, waits in the calling thread for the
 * reason that the attempt gives. The simulator's driver ({@code Stepwise} and {@code Strands}, in
 * the tests) attempts something else meanwhile, in an order that follows from its seed. So a
 * million seeds run the code that ships.
 *
 * <p>Each part with a state can return it ({@code snapshot}, an immutable record) and be restored
 * from it ({@code restore}). {@code RankSnapshot} has the states of all parts of a {@code
 * RankCore}; operations that have begun, requests and threads have snapshots of their own. Now and
 * then the simulator throws the state of a rank away between two attempts, and goes on from a
 * snapshot. Snapshots have neither the positions in the channel logs nor the locks and waits of
 * real threads. A {@code RankCheckpoint} is made of them, between two operations of main, with the
 * positions in the logs; another incarnation goes on from it with what the logs say after it.
 * {@code CheckpointWriter} encodes it.
 *
 * <p>{@code Request.Waitany} and its like come through {@code RequestOperations} to {@code
 * RankSession.awaitAny}, which runs a {@code Delivery}: it ticks the clock, looks up in {@code
 * ReplayCursor} which requests came out in an earlier incarnation, and then expects those. Without
 * a record each attempt polls {@code Arrivals} and takes the first request that is complete, which
 * {@code Recorder} records.
 *
 * <p>An operation uses all parts of a rank, so what this package calls in the others is public. Of
 * its own classes only {@code RankSession}, {@code RankProgress}, {@code RankCheckpoint} and {@code
 * RestoredRank} are.
 */
package org.ftmpj.protocol.rank;
