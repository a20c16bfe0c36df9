package org.ftmpj.common.handshake;

import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;

/**
 * The seals of one side of a connection.
 *
 * @param sealer seals all frames of this side after the handshake; one thread at a time
 * @param opener opens all frames of the other side after the handshake; one thread at a time
 */
public record Seals(FrameSealer sealer, FrameOpener opener) {}
