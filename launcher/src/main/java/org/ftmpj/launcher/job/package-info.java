/**
 * A job from its start to its end, as the process has it that coordinates it ({@code
 * JobCoordinator}). On one host that process also runs the ranks ({@code Job}); what it is made
 * from is a {@code JobSource}: one that begins, or one that is resumed. Its event loggers, figures
 * and metrics.
 */
package org.ftmpj.launcher.job;
