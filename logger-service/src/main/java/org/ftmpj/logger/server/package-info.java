/** The event logger: takes determinants over TCP, keeps them durably, gives them back (rule 19). */
package org.ftmpj.logger.server;
