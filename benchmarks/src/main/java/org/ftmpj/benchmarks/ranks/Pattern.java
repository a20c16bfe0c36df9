package org.ftmpj.benchmarks.ranks;

import org.ftmpj.protocol.match.Receive;

/**
 * What simulated ranks send each other, in rounds. All that a rank receives was sent before, so
 * that one thread can be all ranks.
 */
public enum Pattern {
  /** Each sends to its two neighbours in a ring, and receives from them by name. */
  RING_NAMED("neighbours in a ring, by name") {
    @Override
    void round(Rank[] ranks) {
      ring(ranks, false);
    }

    @Override
    int messages(int ranks) {
      return 2 * ranks;
    }
  },

  /** The same from any source. */
  RING_ANY("neighbours in a ring, from any source") {
    @Override
    void round(Rank[] ranks) {
      ring(ranks, true);
    }

    @Override
    int messages(int ranks) {
      return 2 * ranks;
    }
  },

  /** Two send to each other, and receive from any source: what the other ranks cost them. */
  PAIR("two ranks, from any source, while the others do nothing") {
    @Override
    void round(Rank[] ranks) {
      ranks[0].send(1);
      ranks[1].receive(Receive.ANY_SOURCE);
      ranks[1].send(0);
      ranks[0].receive(Receive.ANY_SOURCE);
    }

    @Override
    int messages(int ranks) {
      return 2;
    }
  },

  /** All send to rank 0, which receives from any source and answers each. */
  FARM("a farm: rank 0 receives from any source, and answers") {
    @Override
    void round(Rank[] ranks) {
      for (int worker = 1; worker < ranks.length; worker++) {
        ranks[worker].send(0);
      }
      for (int results = 1; results < ranks.length; results++) {
        ranks[0].send(ranks[0].receive(Receive.ANY_SOURCE));
      }
      for (int worker = 1; worker < ranks.length; worker++) {
        ranks[worker].receive(0);
      }
    }

    @Override
    int messages(int ranks) {
      return 2 * (ranks - 1);
    }
  };

  private final String title;

  Pattern(String title) {
    this.title = title;
  }

  /** What it is, in a few words. */
  public String title() {
    return title;
  }

  /** The next messages of all ranks. */
  abstract void round(Rank[] ranks);

  /** How many messages a round of so many ranks has. */
  abstract int messages(int ranks);

  private static void ring(Rank[] ranks, boolean any) {
    int size = ranks.length;
    for (int i = 0; i < size; i++) {
      ranks[i].send((i + 1) % size);
      ranks[i].send((i + size - 1) % size);
    }
    for (int i = 0; i < size; i++) {
      ranks[i].receive(any ? Receive.ANY_SOURCE : (i + size - 1) % size);
      ranks[i].receive(any ? Receive.ANY_SOURCE : (i + 1) % size);
    }
  }
}
