package org.ftmpj.network.auth;

import org.ftmpj.common.handshake.Seals;

/**
 * What both sides of a connection know of each other once both have proven the secret.
 *
 * @param peer the process at the other end
 * @param errand what the connection is for, as who connects has said
 * @param seals of all that follows
 */
public record Proven(HostIdentity peer, Errand errand, Seals seals) {}
