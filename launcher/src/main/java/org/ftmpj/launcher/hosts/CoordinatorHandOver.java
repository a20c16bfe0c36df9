package org.ftmpj.launcher.hosts;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.Map;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;

/**
 * The orderly way from one coordinator to the next, so that each line is shown by one of them: who
 * is to take over asks for it by a note, and the coordinator that lives stops showing output, notes
 * how much it has shown, and says so by another note. One that is lost does not answer, which is
 * not waited for for long.
 */
final class CoordinatorHandOver {
  private static final String ASKED = "handover.asked";
  private static final String READY = "handover.ready";
  private static final byte[] NOTHING = {};

  /** A coordinator that lives looks at the notes once a second, on a busy machine more rarely. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final long LOOK_MS = 50;

  private CoordinatorHandOver() {}

  /** The notes of who takes over: nothing of this is left. */
  static Map<String, byte[]> over() {
    return Map.of(ASKED, NOTHING, READY, NOTHING);
  }

  static boolean isAskedFor(AgreedState state) {
    return state.note(ASKED).isPresent();
  }

  /** The note of a coordinator that shows nothing any more. */
  static Map<String, byte[]> ready() {
    return Map.of(READY, "ready".getBytes(US_ASCII));
  }

  /**
   * Asks the coordinator to stop showing output.
   *
   * @return the state when it has, or when there is another one, or none that answers
   */
  static AgreedState ask(Agreement agreement, AgreedState now) throws InterruptedException {
    AgreedState state =
        agreement.update(now.term(), Map.of(ASKED, "asked".getBytes(US_ASCII))).state();
    Deadline deadline = Deadline.in(LONGEST);
    while (state.term() == now.term()
        && !state.ended()
        && state.note(READY).isEmpty()
        && !deadline.isOver()) {
      Thread.sleep(LOOK_MS);
      state = agreement.read();
    }
    return state;
  }
}
