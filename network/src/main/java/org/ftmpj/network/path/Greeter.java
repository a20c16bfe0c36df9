package org.ftmpj.network.path;

import java.io.IOException;
import java.net.SocketAddress;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.Errand;
import org.ftmpj.network.auth.HostIdentity;

/** Answers processes that connect and have proven the secret. Called by threads of the path. */
public interface Greeter {
  /** The identity of this process. */
  HostIdentity self();

  /** The secret of the job. */
  Secret secret();

  /**
   * The answer to a process that has connected.
   *
   * @param errand its identity and purpose
   */
  Greeting greet(Errand errand, Opening theirs);

  /** Called for a dropped connection that did not belong to the job. */
  void stranger(SocketAddress from, IOException why);

  /**
   * An answer.
   *
   * @param listener takes the connection; null if it is not welcome
   */
  record Greeting(Opening opening, ConnectionListener listener) {}
}
