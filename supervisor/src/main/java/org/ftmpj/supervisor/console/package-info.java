/**
 * What ranks print, on its way to the user: each byte once.
 *
 * <p>It is one file for each rank, so that positions in it stay what they are. What was printed and
 * is not compared any more is removed ({@code PrunedOutput}): {@code output/RANK.begin} says where
 * the log begins now, and how much each thread had written by then, in whole lines; only then its
 * beginning is made a hole. Readers begin there: a restart that compares, a launcher that resumes
 * the job, {@code ftmpj inspect}.
 */
package org.ftmpj.supervisor.console;
