package org.ftmpj.it.place;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What became of the kills of many jobs. */
public final class Histogram {
  private final List<Entry> entries = new ArrayList<>();
  private int timed;

  private record Entry(PlacedKill kill, boolean host, boolean hit) {}

  /** What became of a plan, the job having ended. */
  public synchronized void add(Plan plan, boolean host) {
    List<PlacedKill> hits = plan.hits();
    plan.kills().forEach(kill -> entries.add(new Entry(kill, host, hits.contains(kill))));
  }

  /** So many kills at moments of no known place. */
  public synchronized void addTimed(int kills) {
    timed += kills;
  }

  public synchronized long hits() {
    return entries.stream().filter(Entry::hit).count();
  }

  public synchronized long hits(Place place) {
    return entries.stream().filter(entry -> entry.hit && entry.kill.place() == place).count();
  }

  /** The part of all kills that were placed, of 1. */
  public synchronized double placed() {
    return (double) hits() / (hits() + timed);
  }

  /** Prints it, a line for each place. */
  public synchronized void print(PrintStream out) {
    out.printf(
        "%-21s %7s %4s %8s %6s %8s %5s%n",
        "Kills by place", "planned", "hit", "(rank 0", "others", "process", "host)");
    for (Place place : Place.ALL) {
      List<Entry> all = entries.stream().filter(e -> e.kill.place() == place).toList();
      List<Entry> hit = all.stream().filter(Entry::hit).toList();
      long first = hit.stream().filter(e -> e.kill.rank() == 0).count();
      long host = hit.stream().filter(Entry::host).count();
      out.printf(
          "%-21s %7d %4d %8d %6d %8d %5d %s%n",
          place,
          all.size(),
          hit.size(),
          first,
          hit.size() - first,
          hit.size() - host,
          host,
          place.description());
    }
    out.printf(
        "%d of %d placed kills were hit, %d others: %.0f %% of all kills were placed%n",
        hits(), entries.size(), timed, 100 * placed());
  }
}
