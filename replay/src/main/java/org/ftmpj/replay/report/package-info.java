/** The result of a verification, and its way from the process that repeats a rank. */
package org.ftmpj.replay.report;
