package org.ftmpj.logger.server;

import java.nio.ByteBuffer;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Join;

/** The phase of a connection. */
sealed interface ConnectionPhase {
  /** The proven process of a rank; null if there is none. */
  default Client client() {
    return null;
  }

  /** Whether the records of that rank are served. */
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
   * A process of a rank.
   *
   * @param session a number chosen at random by the process
   */
  record Client(Incarnation incarnation, long session) {}

  /**
   * The challenge is sent, and the hello awaited.
   *
   * @param hello the part of it that has come
   */
  record Proving(Accepting side, ByteBuffer hello, long untilNs) implements ConnectionPhase {
    @Override
    public boolean isOverdue(long nowNs) {
      return nowNs - untilNs > 0;
    }
  }

  /** The client has proven that it knows the secret, and has to state its purpose. */
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

  /** The client is admitted, and its records are served. */
  record Admitted(ReplicaClient records, Client client) implements ConnectionPhase {
    Admitted(ReplicaClient records, Join join) {
      this(records, new Client(join.incarnation(), join.session()));
    }

    @Override
    public boolean isAdmitted() {
      return true;
    }
  }

  /** The client asks questions of the agreement of its job. */
  record Coordinating(CoordinatedClient asking) implements ConnectionPhase {
    @Override
    public boolean isKnown() {
      return true;
    }
  }

  /** The client has said farewell; the files of the job are being closed. */
  record Forgetting() implements ConnectionPhase {
    @Override
    public boolean isKnown() {
      return true;
    }
  }

  /**
   * The client was refused, or has said farewell; its further input is dropped, so that it can read
   * the reason.
   */
  record Leaving(long untilNs) implements ConnectionPhase {
    @Override
    public boolean isOverdue(long nowNs) {
      return nowNs - untilNs > 0;
    }
  }
}
