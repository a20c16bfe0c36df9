package org.ftmpj.network.auth;

import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.wire.Wiring;

/**
 * By what processes of a job believe each other.
 *
 * @param secret which all of them know
 * @param wiring what their connections are in
 */
public record Credentials(Secret secret, Wiring wiring) {}
