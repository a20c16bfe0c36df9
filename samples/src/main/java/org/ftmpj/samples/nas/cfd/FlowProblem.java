package org.ftmpj.samples.nas.cfd;

/**
 * A size of a simulated application, with what it must come to.
 *
 * @param points along each axis
 * @param steps in pseudo-time
 * @param timeStep length of one
 * @param residuals of the five equations after the last step: root of the mean square
 * @param errors of the five variables then
 */
public record FlowProblem(
    int points, int steps, double timeStep, double[] residuals, double[] errors) {}
