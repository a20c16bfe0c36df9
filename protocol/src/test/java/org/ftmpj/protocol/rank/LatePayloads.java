package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;

/** Simulated logs in which the payload of a message may not be yet that its receiver knows. */
public interface LatePayloads {
  /** Whether it can be copied. */
  boolean isHere(Arrival.Message message);
}
