package org.ftmpj.network.auth;

/**
 * What a connection is made for. The proof is valid for this only.
 *
 * @param from who connects
 * @param to number of the host that is meant
 * @param session chosen by who uses connections: one session has several, on several paths
 * @param path number of the path, from 0
 */
public record Errand(HostIdentity from, int to, long session, int path) {
  /**
   * @throws IllegalArgumentException for a number that no host or path has
   */
  public Errand {
    if (to < 0 || path < 0) {
      throw new IllegalArgumentException("No host or path: " + to + ", " + path);
    }
  }

  @Override
  public String toString() {
    return from + " to host " + to + ", path " + path + ", session " + Long.toHexString(session);
  }
}
