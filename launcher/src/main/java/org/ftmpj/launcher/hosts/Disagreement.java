package org.ftmpj.launcher.hosts;

import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;

/**
 * A time in which the event loggers do not answer a coordinator for a majority: what its user is
 * told, once, and once more when it is over. Any thread.
 */
final class Disagreement {
  /** On a busy machine it takes a while until loggers have found together. */
  private static final int TRIES_UNTIL_TOLD = 3;

  private final Consumer<String> notice;
  private Told told = Told.NOTHING; // guarded by this
  private int waiting; // guarded by this

  private enum Told {
    NOTHING,
    NO_SUCCESSOR,
    LOSSES_WAIT
  }

  /**
   * @param notice tells the user
   */
  Disagreement(Consumer<String> notice) {
    this.notice = notice;
  }

  /** Something about a lost host has to be agreed on before it is done. */
  synchronized void waits() {
    waiting++;
  }

  synchronized void waitsNoMore() {
    waiting--;
  }

  /**
   * Notes that the loggers have failed to answer once more.
   *
   * @param tries how often now
   */
  void lasts(FtmpjException why, int tries) {
    String text;
    synchronized (this) {
      if (waiting > 0 && told != Told.LOSSES_WAIT) {
        told = Told.LOSSES_WAIT;
        text = "nothing is done about lost hosts: ";
      } else if (tries >= TRIES_UNTIL_TOLD && told == Told.NOTHING) {
        told = Told.NO_SUCCESSOR;
        text = "no process can take over from this one: ";
      } else {
        return;
      }
    }
    notice.accept("as long as the event loggers do not agree, " + text + why.getMessage());
  }

  /** Notes that the loggers have answered. */
  void isOver() {
    synchronized (this) {
      if (told == Told.NOTHING) {
        return;
      }
      told = Told.NOTHING;
    }
    notice.accept("the event loggers agree again on who coordinates the job");
  }
}
