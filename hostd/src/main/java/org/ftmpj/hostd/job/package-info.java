/** A job's part on this host: its directory, its ranks and their end, as the launcher says. */
package org.ftmpj.hostd.job;
