package org.ftmpj.network;

import java.util.Map;

/** Admits hosts that join and have no number yet. Called by threads of the endpoint. */
@FunctionalInterface
public interface Admission {
  /**
   * Called once for each host that joins, before anything is received from it.
   *
   * @param session with that host, whose {@link Session#peer} stays -1; it can be sent to at once
   * @return the receivers of what it sends
   */
  Admitted admit(Session session);

  /** The receivers of what a host sends, and the listener to events of the session. */
  record Admitted(Map<Topic, Receiver> receivers, SessionEvents events) {}
}
