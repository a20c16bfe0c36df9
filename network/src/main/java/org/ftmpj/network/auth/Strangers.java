package org.ftmpj.network.auth;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts connections that were dropped because they could not be believed, and logs the first one
 * of each kind. Connections that merely were too slow are only counted: a host of the job whose
 * machine is busy gives up attempts of its own, too. Thread-safe.
 */
public final class Strangers {
  private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);

  private final Consumer<String> warning;
  private final Map<Refusal, Long> dropped = new EnumMap<>(Refusal.class);
  private final Set<Refusal> logged = EnumSet.noneOf(Refusal.class);

  /** Strangers that are logged as warnings. */
  public Strangers() {
    this(LOG::warn);
  }

  /**
   * @param warning is called with the first one of each kind
   */
  Strangers(Consumer<String> warning) {
    this.warning = warning;
  }

  /**
   * Counts a connection that was dropped.
   *
   * @param address of the other side
   * @param why a {@link NotProven}, or the failure of the connection during the proof
   */
  public void count(SocketAddress address, IOException why) {
    Refusal kind = why instanceof NotProven unproven ? unproven.why() : Refusal.INCOMPLETE;
    if (add(kind) && kind != Refusal.INCOMPLETE) {
      ErrorCode code = kind.code(Protocol.HOSTS);
      warning.accept(
          "%s: dropped a connection from %s, which %s: %s. Others like it are only counted. %s"
              .formatted(code, address, kind.what(), why.getMessage(), code.nextStep()));
    }
  }

  /** The number of connections that were dropped for this reason. */
  public synchronized long dropped(Refusal why) {
    return dropped.getOrDefault(why, 0L);
  }

  /** The number of connections that were dropped. */
  public synchronized long dropped() {
    return dropped.values().stream().mapToLong(Long::longValue).sum();
  }

  private synchronized boolean add(Refusal why) {
    dropped.merge(why, 1L, Long::sum);
    return logged.add(why);
  }
}
