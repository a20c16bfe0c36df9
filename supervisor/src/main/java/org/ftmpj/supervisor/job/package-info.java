/**
 * The directory of a job, its lock, its event logger, and the run of its ranks ({@code JobRun}).
 */
package org.ftmpj.supervisor.job;
