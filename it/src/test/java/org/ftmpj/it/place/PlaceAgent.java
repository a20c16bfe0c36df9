package org.ftmpj.it.place;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * A second agent of a rank's Java machine, for tests: kills it with a real SIGKILL when it passes a
 * {@link Place} so many times, or counts. What to do it reads in a {@link Plan}; a process that the
 * plan does not name is left alone.
 */
public final class PlaceAgent {
  private PlaceAgent() {}

  /**
   * @param directory of the plan
   */
  public static void premain(String directory, Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    String rank = System.getenv("FT_RANK");
    String incarnation = System.getenv("FT_INCARNATION");
    if (rank == null || incarnation == null) {
      return;
    }
    String name = rank + "." + incarnation;
    for (String line : read(new File(directory, Plan.FILE)).split("\n")) {
      if (line.equals(Plan.COUNT)) {
        begin(new Passings(counts(new File(directory, Plan.COUNT + "." + name))));
        instrumentation.addTransformer(new Weaving(Place.ALL));
      } else if (line.startsWith(rank + " " + incarnation + " ")) {
        String[] words = line.split(" ");
        File hit = new File(directory, Plan.HIT + "." + name);
        begin(new Passings(Long.parseLong(words[3]), hit, instrumentation));
        instrumentation.addTransformer(new Weaving(Place.valueOf(words[2])));
      }
    }
  }

  private static void begin(Passings passings) {
    System.getProperties().put(Passings.KEY, passings);
  }

  private static String read(File file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static ByteBuffer counts(File file) throws IOException {
    try (RandomAccessFile counts = new RandomAccessFile(file, "rw")) {
      return counts
          .getChannel()
          .map(FileChannel.MapMode.READ_WRITE, 0, (long) Place.ALL.length * Long.BYTES);
    }
  }
}
