package org.ftmpj.network.auth;

import org.ftmpj.common.handshake.Seals;

/**
 * The knowledge that both sides of a connection have of each other once both have proven the
 * secret.
 *
 * @param peer the process at the other end
 * @param purpose the purpose of the connection, as the connecting side has given it
 * @param seals of all that follows
 */
public record Proven(HostIdentity peer, ConnectionPurpose purpose, Seals seals) {}
