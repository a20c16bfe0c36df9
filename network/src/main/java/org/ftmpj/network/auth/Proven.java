package org.ftmpj.network.auth;

import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;

/**
 * What both sides of a connection know of each other once both have proven the secret.
 *
 * @param peer the process at the other end
 * @param errand what the connection is for, as who connects has said
 * @param sealer for all that this side sends from now on; one thread at a time
 * @param opener for all that comes from now on; one thread at a time
 */
public record Proven(HostIdentity peer, Errand errand, FrameSealer sealer, FrameOpener opener) {}
