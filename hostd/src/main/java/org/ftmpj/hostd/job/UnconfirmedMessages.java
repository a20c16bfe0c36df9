package org.ftmpj.hostd.job;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The messages that are sent to a coordinator once and that it has not confirmed yet. A coordinator
 * that succeeds it gets them again. Any thread; no method waits.
 */
final class UnconfirmedMessages {
  /** The largest number; the oldest beyond it are given up. */
  static final int MOST_BYTES = 1 << 20;

  private final Set<Told> messages = new LinkedHashSet<>(); // guarded by this, like what follows
  private int bytes;
  private boolean isIncomplete;

  /** A message; two may have one content. */
  static final class Told {
    private final ToLauncher message;
    private final int bytes;

    private Told(ToLauncher message) {
      this.message = message;
      this.bytes = ToLauncher.CODEC.encode(message).length;
    }

    ToLauncher message() {
      return message;
    }
  }

  /** Takes a message that is being sent. */
  synchronized Told add(ToLauncher message) {
    Told added = new Told(message);
    messages.add(added);
    bytes += added.bytes;
    while (bytes > MOST_BYTES) {
      confirm(messages.iterator().next());
      isIncomplete = true;
    }
    return added;
  }

  /** Removes a message that the coordinator has. */
  synchronized void confirm(Told message) {
    if (messages.remove(message)) {
      bytes -= message.bytes;
    }
  }

  /** The remaining messages, in order. */
  synchronized List<Told> list() {
    return List.copyOf(messages);
  }

  /** Whether any were given up since the last call. */
  synchronized boolean isIncomplete() {
    boolean was = isIncomplete;
    isIncomplete = false;
    return was;
  }
}
