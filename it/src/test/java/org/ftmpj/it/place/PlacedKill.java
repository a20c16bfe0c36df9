package org.ftmpj.it.place;

/**
 * A kill of an incarnation of a rank.
 *
 * @param count at which passing of the place in that incarnation, from 1
 */
public record PlacedKill(int rank, int incarnation, Place place, long count) {

  /** The line of the plan. */
  String line() {
    return rank + " " + incarnation + " " + place.name() + " " + count;
  }

  @Override
  public String toString() {
    return rank + "." + incarnation + " " + place + "#" + count;
  }
}
