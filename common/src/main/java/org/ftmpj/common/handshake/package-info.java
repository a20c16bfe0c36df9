/**
 * The handshake between two processes that know a job's secret: a mutual proof of the secret in
 * three messages ({@link org.ftmpj.common.handshake.Connecting}, {@link
 * org.ftmpj.common.handshake.Accepting}). From it follow the keys that seal the frames after it
 * ({@link org.ftmpj.common.handshake.Seals}). No clock, no socket.
 */
package org.ftmpj.common.handshake;
