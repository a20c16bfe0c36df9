package org.ftmpj.network.path;

import java.io.IOException;
import java.net.SocketAddress;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.Errand;
import org.ftmpj.network.auth.HostIdentity;

/** Answers processes that connect and have proven the secret. Called by threads of the path. */
public interface Greeter {
  /** This process, as it is known now. */
  HostIdentity self();

  /** Of the job. */
  Secret secret();

  /**
   * What is said to a process that has connected.
   *
   * @param errand who it is, and for what it connects
   */
  Greeting greet(Errand errand, Opening theirs);

  /** A connection has come that is none of the job's, and was dropped. */
  void stranger(SocketAddress from, IOException why);

  /**
   * An answer.
   *
   * @param listener takes the connection; null if it is not welcome
   */
  record Greeting(Opening opening, ConnectionListener listener) {}
}
