/**
 * A job on one host, from its start to its end: {@code Job}, what it is made from ({@code
 * JobSource}: one that begins, or one that is resumed), its event loggers, figures and metrics.
 */
package org.ftmpj.launcher.job;
