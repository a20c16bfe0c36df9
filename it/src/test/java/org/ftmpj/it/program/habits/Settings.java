package org.ftmpj.it.program.habits;

import java.io.StringReader;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.WeakHashMap;
import mpi.MPI;

/** Properties, a resource kept weakly and softly, a timer of its own, system properties. */
public final class Settings {
  private static final Map<Object, String> NAMES = new WeakHashMap<>();

  private Settings() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    Properties properties = new Properties();
    properties.load(new StringReader("factor = 3\noffset: " + rank + "\n"));
    System.setProperty("settings.round", "none");
    Object key = new Object();
    NAMES.put(key, "key of " + rank);
    WeakReference<Object> weak = new WeakReference<>(key);
    SoftReference<int[]> soft = new SoftReference<>(new int[] {rank});
    int value = 1;
    for (int round = 0; round < 60; round++) {
      int[] most = new int[1];
      MPI.COMM_WORLD.Allreduce(new int[] {value}, 0, most, 0, 1, MPI.INT, MPI.MAX);
      value =
          (most[0] * Integer.parseInt(properties.getProperty("factor"))
                  + Integer.parseInt(properties.getProperty("offset", "0")))
              % 1009;
      int[] kept = soft.get();
      System.setProperty("settings.round", "" + round);
      properties.setProperty("offset", "" + (value % 7));
      System.out.println(
          System.getProperty("settings.round")
              + " "
              + value
              + " "
              + NAMES.get(weak.get())
              + (kept == null || kept[0] == rank)
              + Objects.hash(value, round));
    }
    MPI.Finalize();
    if (key.hashCode() == 0) {
      System.out.println(key);
    }
  }
}
