/** What the logs of a job hold, for {@code ftmpj inspect}. */
package org.ftmpj.replay.inspect;
