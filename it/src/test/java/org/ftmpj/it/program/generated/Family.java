package org.ftmpj.it.program.generated;

import java.util.Arrays;

/** Makes a communicator, talks in it, and frees it. */
final class Family implements Part {
  private final Setup setup;
  private final int number;
  private final int way;
  private final int colors;
  private final boolean speaking;

  /** The last thing done in it. */
  private final Exchange exchange;

  private final Collectives collectives;

  Family(Setup setup, int number, Dice dice) {
    this.setup = setup;
    this.number = number;
    way = dice.below(3);
    colors = 1 + dice.below(3);
    speaking = dice.oneIn(2);
    exchange = new Exchange(setup, number, dice);
    collectives = new Collectives(setup, number, dice);
  }

  @Override
  public void run(Rank me, Circles circles) {
    me.count("communicator made");
    Circle circle = way == 0 ? circles.copy() : circles.split(colors(me.size()), keys(me.size()));
    Circle own = way == 2 ? circles.splitAgain(circle) : circle;
    if (speaking) {
      exchange.run(me, own);
    } else {
      collectives.run(me, own);
    }
    own.comm().Free();
  }

  private int[] colors(int ranks) {
    Dice dice = setup.dice(5, number);
    int[] all = new int[ranks];
    Arrays.setAll(all, rank -> dice.below(colors));
    return all;
  }

  private int[] keys(int ranks) {
    return setup.dice(6, number).order(ranks);
  }

  @Override
  public long sum(int ranks) {
    if (!speaking) {
      return 0;
    }
    if (way == 0) {
      return exchange.sum(new int[] {ranks});
    }
    int[] sizes = Circles.sizes(colors(ranks));
    if (way == 1) {
      return exchange.sum(sizes);
    }
    long sum = 0;
    for (int size : sizes) {
      sum += exchange.sum((size + 1) / 2, size / 2);
    }
    return sum;
  }

  @Override
  public String toString() {
    return "communicator";
  }
}
