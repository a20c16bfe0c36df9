/**
 * Channel logs between hosts: what the logs of this host hold for ranks elsewhere is sent there,
 * and what comes from elsewhere is written to mirrors, which the ranks here read as any log.
 */
package org.ftmpj.hostd.logs;
