package org.ftmpj.common.handshake;

import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;

/**
 * The seals of one side of a connection.
 *
 * @param sealer for all that this side sends after the handshake; one thread at a time
 * @param opener for all that comes after the handshake; one thread at a time
 */
public record Seals(FrameSealer sealer, FrameOpener opener) {}
