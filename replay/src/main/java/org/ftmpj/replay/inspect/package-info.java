/** The contents of a job's logs, for {@code ftmpj inspect}. */
package org.ftmpj.replay.inspect;
