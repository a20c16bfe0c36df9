/**
 * The event logger: takes determinants over TCP, keeps them durably, and gives them back (protocol
 * rule EVENT_LOGGER).
 */
package org.ftmpj.logger.server;
