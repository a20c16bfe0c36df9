/** The result of a verification, and how the process that repeats a rank tells it. */
package org.ftmpj.replay.report;
