package org.ftmpj.protocol.simulation;

/**
 * What something that leaves a rank depends on.
 *
 * @param operation index of the operation that the program had begun
 * @param determinants how many determinants of the rank there were
 * @param events how many events of its threads
 */
record Dependence(int operation, long determinants, long events) {}
