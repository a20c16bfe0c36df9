package org.ftmpj.it.place;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How often each rank of a job without failures passes each place. */
public final class Profile {
  private final List<Map<Place, Long>> byRank = new ArrayList<>();

  private Profile() {}

  /** What a job counted that has ended. */
  public static Profile of(Plan plan, int ranks) {
    Profile profile = new Profile();
    for (int rank = 0; rank < ranks; rank++) {
      Map<Place, Long> counts = new EnumMap<>(Place.class);
      for (Place place : Place.ALL) {
        counts.put(place, plan.count(rank, 1, place));
      }
      profile.byRank.add(counts);
    }
    return profile;
  }

  /** Of a run in which nothing was counted. */
  public static Profile unknown() {
    return new Profile();
  }

  public int ranks() {
    return byRank.size();
  }

  public long count(int rank, Place place) {
    return byRank.get(rank).get(place);
  }

  /** Whether any rank passes it. */
  public boolean has(Place place) {
    return byRank.stream().anyMatch(counts -> counts.get(place) > 0);
  }

  @Override
  public String toString() {
    return byRank.toString();
  }
}
