package org.ftmpj.network.path;

import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.Errand;

/**
 * The request of a process that connects.
 *
 * @param listener takes the connection if it is welcome
 */
public record ConnectRequest(
    Secret secret, Errand errand, Opening opening, ConnectionListener listener) {}
