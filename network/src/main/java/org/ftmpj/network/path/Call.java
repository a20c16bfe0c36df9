package org.ftmpj.network.path;

import org.ftmpj.network.auth.Credentials;
import org.ftmpj.network.auth.Errand;

/**
 * What a process says that connects.
 *
 * @param listener takes the connection if it is welcome
 */
public record Call(
    Credentials credentials, Errand errand, Opening opening, ConnectionListener listener) {}
