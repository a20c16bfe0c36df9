/**
 * How a rank takes checkpoints, and how its next incarnation continues from one: begin with {@link
 * Checkpointer}. The walk in docs/architecture.md names the classes in order.
 *
 * <p>A checkpoint is due by the clock, by counts or by {@code DalyInterval} ({@code
 * CheckpointPolicy}), or at the user's request: {@code ftmpj checkpoint} counts in the control
 * block, and {@code CheckpointAnswers} writes the outcome into a small record, which status and
 * metrics also read. {@code ImagedTypes} selects the statics of an image. FTMPJ's own knowledge of
 * the program is in it as well ({@code CheckpointPart}: values, files, standard input, settings of
 * the virtual machine). Objects that each process creates for itself are written by name ({@code
 * HeapNames}, {@code DeviceObjects}): the device, the session, names of processes, requests of the
 * protocol, buffers of MPJ Express's pool. Open files are opened again by the rank's {@code
 * WrittenFiles}, by the same {@code RepeatedOpens} that repeat an open without checkpoints. Until a
 * checkpoint is on the disk no other one is begun.
 *
 * <p>A later incarnation asks {@code Restart} before it opens any log. Main's class is loaded, but
 * its initializer does not run, and MPI is not initialized again; what classes read from clocks
 * meanwhile is not recorded.
 *
 * <p>A checkpoint that a program takes itself (docs/api.md) comes through {@code SafePoints}, which
 * {@code ftmpj-api} finds by its name and calls with types of the JDK. It uses {@code
 * ApplicationCheckpoints} and {@code ApplicationScope}. It is an ordinary one, with the rank's
 * state of the protocol, but its image has no statics and no object of the program ({@code
 * ApplicationRoot}): the program's state as bytes that {@code ftmpj-api} has serialized, and the
 * data required to run the beginning of main again beside a session that is past it:
 *
 * <ul>
 *   <li>{@code Prologue} returns the values that the program read before {@code restoreOr}; the
 *       session's clock does not tick.
 *   <li>{@code InitMessages} has the messages that {@code MPI.Init} received. Its sends are
 *       dropped, and any other operation stops the rank ({@code UsedContexts}).
 *   <li>Standard output is dropped.
 * </ul>
 *
 * <p>At {@code restoreOr} random numbers, the count of operations on files and the position of
 * standard input are set to those of the checkpoint, and so are the tags that MPJ Express counts in
 * {@code COMM_WORLD} and {@code COMM_SELF} ({@code CommunicatorState}).
 */
package org.ftmpj.agent.checkpoint;
