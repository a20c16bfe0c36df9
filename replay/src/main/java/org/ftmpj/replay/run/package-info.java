/** Starts the process that repeats one rank, and watches it. */
package org.ftmpj.replay.run;
