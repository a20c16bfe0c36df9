/**
 * The way of the ranks' output to the user: each byte once.
 *
 * <p>The output log is one file for each rank, so that positions in it stay valid. Text that was
 * printed and is not compared any more is removed ({@code PrunedOutput}): {@code output/RANK.begin}
 * has the present beginning of the log, and the extent of each thread's text before it, in whole
 * lines; after that the beginning is made a hole. Readers begin there: a restart that compares, a
 * launcher that resumes the job, {@code ftmpj inspect}.
 */
package org.ftmpj.supervisor.console;
