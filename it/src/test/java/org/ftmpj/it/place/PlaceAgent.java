package org.ftmpj.it.place;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * A second agent of a rank's Java machine, for tests: kills it with a real SIGKILL when it passes a
 * {@link Place} so many times, or counts. What to do it reads in a {@link Plan}; a process that the
 * plan does not name is left alone.
 */
public final class PlaceAgent {
  /** Read by the agent that is tested, which begins after this one. */
  private static final String EVERY = "ft.checkpoint.every";

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
        strikeAt(line.split(" "), new File(directory, Plan.HIT + "." + name), instrumentation);
      } else if (line.startsWith(Plan.CHAIN + " " + rank + " ")) {
        ByteBuffer counts = counts(new File(directory, Plan.COUNT + "." + name));
        chain(line.split(" "), Integer.parseInt(incarnation), counts, instrumentation);
      }
    }
  }

  private static void strikeAt(String[] words, File hit, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    Fate fate = words.length > 4 ? new Fate.LackOfMemory() : new Sigkill(instrumentation);
    begin(new Passings(Long.parseLong(words[3]), hit, fate));
    instrumentation.addTransformer(new Weaving(Place.valueOf(words[2])));
  }

  private static void chain(
      String[] words, int incarnation, ByteBuffer counts, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    System.setProperty(EVERY, words[5]);
    int last = Integer.parseInt(words[2]) + 1;
    if (incarnation > last) {
      return;
    }
    int stride = Integer.parseInt(words[3]);
    long fatal = 1 + new Random(incarnation).nextInt(2 * stride - 1);
    begin(
        incarnation == last
            ? new CheckpointChain(0, Long.parseLong(words[4]), counts, null)
            : new CheckpointChain(fatal, Long.MAX_VALUE, counts, new Sigkill(instrumentation)));
    instrumentation.addTransformer(new Weaving(CheckpointChain.PLACES));
  }

  /**
   * All code is run once: the program's class path may have these classes, too, and what was not
   * initialised before our agent began is taken for the program's.
   */
  private static void begin(IntConsumer passings) {
    passings.accept(Passings.code(Place.START, Point.Action.CLOSE));
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
