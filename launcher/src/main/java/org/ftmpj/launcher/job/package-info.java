/**
 * A job from its start to its end, in the process that coordinates it ({@code JobCoordinator}),
 * with its event loggers, figures and metrics. On one host that process also runs the ranks ({@code
 * Job}); it is made from a {@code JobSource}, for a job that begins or is resumed.
 */
package org.ftmpj.launcher.job;
