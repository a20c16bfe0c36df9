/**
 * The durable log of the determinants of one rank: of the event logger, and of the rank itself.
 *
 * <p>Event loggers of jobs on one host look into {@code needed/RANK} themselves ({@code JobHere}),
 * for they are in the job's directory, too. One that follows the ranks' own logs, and comes to a
 * determinant that is gone because no checkpoint needs it, passes it over.
 */
package org.ftmpj.logger.store;
