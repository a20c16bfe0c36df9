package org.ftmpj.it.place;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/**
 * What woven code calls at its points, with the number of place and action. Woven code finds it
 * among the system properties, because it comes from class loaders that do not see this class.
 */
final class Passings implements IntConsumer {
  /** The key among the system properties. */
  static final String KEY = "org.ftmpj.it.place";

  private final int[] open = new int[Place.ALL.length];
  private final ByteBuffer counts;
  private final long fatal;
  private final File hit;
  private final Fate fate;
  private long passed;

  /** Counts the passings of every place in memory that outlives the process. */
  Passings(ByteBuffer counts) {
    this.counts = counts;
    this.fatal = 0;
    this.hit = null;
    this.fate = null;
  }

  /**
   * Ends the process, or what it is doing.
   *
   * @param fatal at which passing, from 1
   * @param hit a file that is created just before
   * @param fate what happens then
   */
  Passings(long fatal, File hit, Fate fate) {
    this.counts = null;
    this.fatal = fatal;
    this.hit = hit;
    this.fate = fate;
  }

  static int code(Place place, Point.Action action) {
    return place.ordinal() * Point.Action.ALL.length + action.ordinal();
  }

  @Override
  public void accept(int code) {
    int place = code / Point.Action.ALL.length;
    switch (Point.Action.ALL[code % Point.Action.ALL.length]) {
      case PASS -> pass(place);
      case PASS_IF_OPEN -> {
        if (open[place] > 0) {
          pass(place);
        }
      }
      case OPEN -> open[place] = 1;
      case CLOSE -> open[place] = 0;
      case ENTER -> open[place]++;
      case LEAVE -> open[place]--;
      default -> throw new IllegalArgumentException("code " + code);
    }
  }

  private void pass(int place) {
    if (fate == null) {
      int at = place * Long.BYTES;
      counts.putLong(at, counts.getLong(at) + 1);
    } else if (++passed == fatal) {
      end();
    }
  }

  private void end() {
    try {
      if (!hit.createNewFile()) {
        throw new IllegalStateException(hit + " was there before");
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot create " + hit, e);
    }
    fate.strike();
  }
}
