package org.ftmpj.it.program.habits;

import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpi.MPI;

/** Matches and builds text: patterns, matchers in use, builders, joiners. */
public final class Parser {
  private static final Pattern ITEM = Pattern.compile("(?<key>[a-z]+)=(?<value>\\d+)");

  private Parser() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    String text = "a=1, bc=22, def=" + rank;
    for (int round = 0; round < 30; round++) {
      Matcher matcher = ITEM.matcher(text);
      StringBuilder next = new StringBuilder();
      StringJoiner joiner = new StringJoiner("|", "<", ">");
      while (matcher.find()) {
        int[] value = {Integer.parseInt(matcher.group("value"))};
        MPI.COMM_WORLD.Sendrecv_replace(
            value, 0, 1, MPI.INT, (rank + 1) % size, 2, (rank + size - 1) % size, 2);
        matcher.appendReplacement(next, "$1=" + (value[0] * 3 + round) % 1000);
        joiner.add(matcher.group("key").toUpperCase(Locale.ROOT));
      }
      matcher.appendTail(next);
      text = next.toString();
      System.out.println(text + " " + joiner);
    }
    MPI.Finalize();
  }
}
