package org.ftmpj.it.program.habits;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mpi.MPI;

/** Counts words in maps of all sorts, and walks over one of them while it sends. */
public final class WordCount {
  private static final String TEXT = "the quick brown fox jumps over the lazy dog the fox";

  private WordCount() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, List<Integer>> places = new LinkedHashMap<>();
    for (int round = 0; round < 40; round++) {
      int place = 0;
      for (String word : TEXT.split(" ")) {
        counts.merge(word + round % 3, rank + 1, Integer::sum);
        places.computeIfAbsent(word, key -> new ArrayList<>()).add(place++ * round);
      }
      for (Map.Entry<String, Integer> entry : counts.entrySet()) {
        int[] sum = {entry.getValue()};
        MPI.COMM_WORLD.Sendrecv_replace(
            sum, 0, 1, MPI.INT, (rank + 1) % size, 1, (rank + size - 1) % size, 1);
        entry.setValue((entry.getValue() + sum[0]) % 9973);
      }
      System.out.println(round + " " + counts + " " + places.get("fox").size());
    }
    MPI.Finalize();
  }
}
