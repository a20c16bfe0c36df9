/**
 * What the logs of a job take on the disk of a host, and the quota that they have: begin with
 * {@link org.ftmpj.hostd.disk.QuotaWatch}.
 */
package org.ftmpj.hostd.disk;
