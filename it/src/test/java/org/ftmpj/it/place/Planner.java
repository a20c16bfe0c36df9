package org.ftmpj.it.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Chooses places to kill ranks at: over many plans, each place as often as the others as far as the
 * jobs pass it, and within a place early and late passings alike.
 */
public final class Planner {
  /** Later in its life a rank of a job whose ranks share work freely may not come. */
  private static final double LATEST = 0.85;

  /** So often in a row a rank may die without getting farther; five times would be a crash loop. */
  private static final int MOST_BARREN = 2;

  /** It is not known before how long catching up takes. */
  private static final int MOST_CATCHING_UP = 3;

  private final Map<Place, Integer> planned = new EnumMap<>(Place.class);

  /**
   * Kills every rank several times, one incarnation after the other.
   *
   * @param profile of the same job
   * @param host whether it runs at level host
   * @param each how often
   */
  public List<PlacedKill> plan(Profile profile, boolean host, int each, Random random) {
    int[] all = new int[profile.ranks()];
    Arrays.fill(all, each);
    return plan(profile, host, all, Set.of(), random);
  }

  /**
   * Kills ranks, one incarnation after the other.
   *
   * @param each how often each rank is killed
   * @param first places that come before all others until they are planned
   */
  public synchronized List<PlacedKill> plan(
      Profile profile, boolean host, int[] each, Set<Place> first, Random random) {
    List<PlacedKill> kills = new ArrayList<>();
    for (int rank = 0; rank < profile.ranks(); rank++) {
      kills.addAll(new Life(profile, rank, host, first, random).kills(each[rank]));
    }
    return kills;
  }

  /** Such a kill did not come about: its place is to be planned once more. */
  public synchronized void missed(PlacedKill kill) {
    planned.merge(kill.place(), -1, Integer::sum);
  }

  private int planned(Place place) {
    return planned.getOrDefault(place, 0);
  }

  /** The incarnations of one rank. */
  private final class Life {
    private final Profile profile;
    private final int rank;
    private final boolean host;
    private final Set<Place> first;
    private final Random random;

    /** The part of the rank's work, from 0 to 1, that its incarnations so far have done. */
    private double reached;

    private int barren;

    Life(Profile profile, int rank, boolean host, Set<Place> first, Random random) {
      this.profile = profile;
      this.rank = rank;
      this.host = host;
      this.first = first;
      this.random = random;
    }

    List<PlacedKill> kills(int number) {
      double[] until = random.doubles(number, 0, LATEST).sorted().toArray();
      List<PlacedKill> kills = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        Place place = choose(i + 1, until[i], i == number - 1);
        kills.add(new PlacedKill(rank, i + 1, place, count(place, until[i])));
        planned.merge(place, 1, Integer::sum);
        if (isBarren(place)) {
          barren++;
        } else {
          barren = 0;
          reached = until[i];
        }
      }
      return kills;
    }

    private Place choose(int incarnation, double until, boolean last) {
      List<Place> possible =
          Arrays.stream(Place.ALL)
              .filter(place -> place.when() != Place.When.CHECKPOINT)
              .filter(place -> last || place.when() != Place.When.END)
              .filter(place -> incarnation > 1 || place.when() != Place.When.RECOVERY)
              .filter(place -> barren < MOST_BARREN || !isBarren(place))
              .filter(place -> most(place, until) >= 1)
              .toList();
      List<Place> urgent =
          possible.stream().filter(place -> first.contains(place) && planned(place) == 0).toList();
      if (!urgent.isEmpty()) {
        return urgent.get(random.nextInt(urgent.size()));
      }
      int fewest = possible.stream().mapToInt(Planner.this::planned).min().orElseThrow();
      List<Place> best = possible.stream().filter(place -> planned(place) == fewest).toList();
      return best.get(random.nextInt(best.size()));
    }

    private long count(Place place, double until) {
      long most = most(place, until);
      return switch (place.when()) {
        case START, RECOVERY, END -> 1 + (long) (random.nextDouble() * most);
        case PROGRAM, NEW, NEW_AT_HOST, CHECKPOINT -> most;
      };
    }

    /** The last passing of the place that can be chosen; 0 if there is none. */
    private long most(Place place, double until) {
      long all = profile.count(rank, place);
      return switch (place.when()) {
        case START, END, CHECKPOINT -> all;
        case RECOVERY -> inRecovery(place);
        case PROGRAM -> Math.min(all, 1 + (long) (until * all));
        case NEW_AT_HOST -> host ? isNew(all, until) : 0;
        case NEW -> isNew(all, until);
      };
    }

    private long isNew(long all, double until) {
      long done = (long) Math.ceil(reached * all);
      return Math.min(all - done, 1 + (long) ((until - reached) * all));
    }

    private long inRecovery(Place place) {
      if (place == Place.CATCHING_UP) {
        return reached > 0 ? MOST_CATCHING_UP : 0;
      }
      return (long) (reached * profile.count(rank, Place.DETERMINANT_APPENDED));
    }

    private static boolean isBarren(Place place) {
      return place.when() == Place.When.START || place.when() == Place.When.RECOVERY;
    }
  }
}
