/**
 * {@code ftmpj verify}: repeats the ranks of a job that is over, one after the other, and shows how
 * far each is.
 */
package org.ftmpj.launcher.verify;
