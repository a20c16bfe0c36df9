package org.ftmpj.network.path;

import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.ConnectionPurpose;

/**
 * The request of a process that connects.
 *
 * @param listener takes the connection if it is welcome
 */
public record ConnectRequest(
    Secret secret, ConnectionPurpose purpose, Opening opening, ConnectionListener listener) {}
