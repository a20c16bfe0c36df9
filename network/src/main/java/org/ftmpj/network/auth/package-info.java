/**
 * What makes a connection between two hosts one that can be believed: at its beginning both sides
 * prove that they know the job's secret, and what follows is encrypted and authenticated frame by
 * frame. Begin with {@link org.ftmpj.network.auth.Handshakes}.
 */
package org.ftmpj.network.auth;
