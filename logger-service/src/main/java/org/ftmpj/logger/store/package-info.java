/** The durable log of the determinants of one rank: of the event logger, and of the rank itself. */
package org.ftmpj.logger.store;
