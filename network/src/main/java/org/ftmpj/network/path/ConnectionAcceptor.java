package org.ftmpj.network.path;

import java.io.IOException;
import java.net.SocketAddress;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.ConnectionPurpose;
import org.ftmpj.network.auth.HostIdentity;

/** Answers processes that connect and have proven the secret. Called by threads of the path. */
public interface ConnectionAcceptor {
  /** The identity of this process. */
  HostIdentity self();

  /** The secret of the job. */
  Secret secret();

  /**
   * The answer to a process that has connected.
   *
   * @param purpose its identity and purpose
   */
  Greeting greet(ConnectionPurpose purpose, Opening theirs);

  /** Called for a dropped connection that did not belong to the job. */
  void stranger(SocketAddress from, IOException why);

  /**
   * An answer.
   *
   * @param listener takes the connection; null if it is not welcome
   */
  record Greeting(Opening opening, ConnectionListener listener) {}
}
