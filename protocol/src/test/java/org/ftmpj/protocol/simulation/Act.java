package org.ftmpj.protocol.simulation;

/**
 * One operation of a part.
 *
 * @param begin begins it
 * @param done takes in what has come of it
 */
record Act(Runnable begin, Runnable done) {}
