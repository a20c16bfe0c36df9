package org.ftmpj.interceptors.bridge.value;

import java.io.Serializable;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** The system's clock, as {@link Clock#system} would give it, but recorded. */
final class RecordedClock extends Clock implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long NANOS = 1_000_000_000L;

  private final ZoneId zone;

  RecordedClock(ZoneId zone) {
    this.zone = zone;
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return other.equals(zone) ? this : new RecordedClock(other);
  }

  @Override
  public Instant instant() {
    long nanos = Recorded.number(Source.INSTANT, RecordedClock::nanosSince1970);
    return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
  }

  @Override
  public long millis() {
    return Clocks.currentTimeMillis();
  }

  private static long nanosSince1970() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS + now.getNano();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordedClock clock && clock.zone.equals(zone);
  }

  @Override
  public int hashCode() {
    return zone.hashCode() + 1;
  }

  @Override
  public String toString() {
    return "SystemClock[" + zone + "]";
  }
}
