/**
 * Operations, one class for each kind of call of the program, and the session through which the
 * device of a rank makes them.
 *
 * <p>Each call is an {@code Operation}: {@code Send}, {@code Post} (of a receive), {@code Wait},
 * {@code Delivery} (waits for and tests of several requests), {@code Probe}, {@code NumberRead} and
 * {@code DataRead}, {@code Observation}, {@code Commit} (the gate before an output). An operation
 * never waits. It is attempted, and the attempt says that it is done or why it cannot go on ({@code
 * Attempt}): not its turn among the events of all threads, the gate is closed, nothing has arrived.
 * The steps are the same for all. Its turn comes and is counted ({@code EventOrder}); it starts:
 * ticks the clock, looks up its record; it proceeds until it is done; and the matched marks that
 * the rank owes go out. {@code Operation.attempt} is the one place where these steps are put
 * together.
 *
 * <p>Two drivers exist. {@code Driver} waits, in the thread that calls, for the reason that it is
 * given: this is what a rank does. The simulator's driver ({@code Stepwise} and {@code Strands}, in
 * the tests) attempts something else meanwhile, in an order that its seed gives. So what a million
 * seeds run is the code that ships.
 *
 * <p>Each part that has a state can say it ({@code snapshot}, an immutable record) and be made from
 * it ({@code restore}): {@code RankSnapshot} has those of all parts of a {@code RankCore}, an
 * operation that has begun has its own, and so have requests and threads. The simulator throws the
 * state of a rank away between two attempts, now and then, and goes on from a snapshot. Snapshots
 * do not say where the channel logs are read, nor what real threads hold and wait for. A {@code
 * RankCheckpoint} is made of them, between two operations of main, with the positions in the logs;
 * another incarnation goes on from it with what the logs say after it. {@code CheckpointWriter}
 * makes it bytes.
 *
 * <p>{@code Request.Waitany} and its like come through {@code RequestOperations} to {@code
 * RankSession.awaitAny}, which runs a {@code Delivery}: it ticks the clock, looks up in {@code
 * ReplayCursor} which requests came out in an earlier incarnation, and then expects those; else
 * each attempt polls {@code Arrivals} and takes the first request that is complete, which {@code
 * Recorder} records.
 *
 * <p>An operation is made of all parts of a rank, so what this package calls of the others is
 * public. Of its own classes only {@code RankSession}, {@code RankProgress}, {@code RankCheckpoint}
 * and {@code RestoredRank} are.
 */
package org.ftmpj.protocol.rank;
