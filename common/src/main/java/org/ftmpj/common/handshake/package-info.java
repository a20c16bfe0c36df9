/**
 * How a connection between two processes that know a job's secret begins: a mutual proof of the
 * secret in three messages ({@link org.ftmpj.common.handshake.Connecting}, {@link
 * org.ftmpj.common.handshake.Accepting}), from which the keys follow that seal the frames after it
 * ({@link org.ftmpj.common.handshake.Seals}). No clock, no socket.
 */
package org.ftmpj.common.handshake;
