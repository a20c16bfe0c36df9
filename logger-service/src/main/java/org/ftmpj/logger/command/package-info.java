/** The event logger as a process of its own. */
package org.ftmpj.logger.command;
