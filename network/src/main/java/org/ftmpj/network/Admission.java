package org.ftmpj.network;

import java.util.Map;

/** Takes hosts that join and have no number yet. Called by threads of the endpoint. */
@FunctionalInterface
public interface Admission {
  /**
   * A host has joined; called once for each, before anything is received of it.
   *
   * @param session with that host, whose {@link Session#peer} stays -1; it can be sent to at once
   * @return who takes what it sends
   */
  Admitted admit(Session session);

  /** Who takes what a host sends, and is told what becomes of the session. */
  record Admitted(Map<Topic, Receiver> receivers, SessionEvents events) {}
}
