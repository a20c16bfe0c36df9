/**
 * The durable log of the determinants of one rank: of the event logger, and of the rank itself.
 *
 * <p>A rank's own log is a {@code Store}, a journal; an event logger has a {@code ReplicaStore},
 * two plain files. One that follows the ranks' own logs looks into {@code retention/RANK} itself
 * ({@code LocalJob}), and passes over a determinant that is gone because no checkpoint needs it.
 */
package org.ftmpj.logger.store;
