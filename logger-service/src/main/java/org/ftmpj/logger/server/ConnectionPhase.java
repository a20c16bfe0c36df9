package org.ftmpj.logger.server;

import java.nio.ByteBuffer;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Join;

/** Where a connection stands. */
sealed interface ConnectionPhase {
  /** Which process of which rank the client has proven to be; null if none. */
  default Client client() {
    return null;
  }

  /** Whether that rank's records are served. */
  default boolean isAdmitted() {
    return false;
  }

  /** Whether the client has proven that it knows the secret, and does not leave. */
  default boolean isKnown() {
    return client() != null;
  }

  default boolean isOverdue(long nowNs) {
    return false;
  }

  /**
   * One process of a rank.
   *
   * @param session chosen at random by the process
   */
  record Client(Incarnation incarnation, long session) {}

  /**
   * The challenge is sent.
   *
   * @param hello what has come of it
   */
  record Proving(Accepting side, ByteBuffer hello, long untilNs) implements ConnectionPhase {
    @Override
    public boolean isOverdue(long nowNs) {
      return nowNs - untilNs > 0;
    }
  }

  /** The client has proven that it knows the secret, and has to say what it comes for. */
  record Proven(long untilNs) implements ConnectionPhase {
    @Override
    public boolean isKnown() {
      return true;
    }

    @Override
    public boolean isOverdue(long nowNs) {
      return nowNs - untilNs > 0;
    }
  }

  /** The client is admitted. */
  record Admitted(ReplicaClient records, Client client) implements ConnectionPhase {
    Admitted(ReplicaClient records, Join join) {
      this(records, new Client(join.incarnation(), join.session()));
    }

    @Override
    public boolean isAdmitted() {
      return true;
    }
  }

  /** The client asks what the loggers of its job agree on. */
  record Coordinating(CoordinatedClient asking) implements ConnectionPhase {
    @Override
    public boolean isKnown() {
      return true;
    }
  }

  /** The client has said farewell; what the job has here is being closed. */
  record Forgetting() implements ConnectionPhase {
    @Override
    public boolean isKnown() {
      return true;
    }
  }

  /**
   * The client was refused, or has said farewell; what it still sends is dropped, so that it can
   * read why.
   */
  record Leaving(long untilNs) implements ConnectionPhase {
    @Override
    public boolean isOverdue(long nowNs) {
      return nowNs - untilNs > 0;
    }
  }
}
