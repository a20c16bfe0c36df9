package org.ftmpj.it.program;

import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Appends to files, one of each rank, in several ways, and all ranks to a common one if there is an
 * argument.
 */
public final class Appending {
  private static PrintStream kept;
  private static boolean common;

  private Appending() {}

  public static void main(String[] args) throws IOException {
    String[] own = mpi.MPI.Init(args);
    int rank = mpi.MPI.COMM_WORLD.Rank();
    common = own.length > 0;
    kept = new PrintStream(new FileOutputStream("kept-" + rank, true), true);
    Steps.runWithoutFinalize(Appending::step);
    kept.close();
    mpi.MPI.Finalize();
  }

  private static Object step(int step, int rank, int size) {
    String line = rank + " in step " + step + "\n";
    kept.print(line);
    try {
      Path opened = Path.of("opened-" + rank);
      Files.writeString(opened, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      try (FileWriter writer = new FileWriter("opened-" + rank, true)) {
        writer.write("and again " + line);
      }
      Set<StandardOpenOption> append = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      try (FileChannel channel = FileChannel.open(Path.of("channel-" + rank), append)) {
        channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
      }
      if (common) {
        Files.writeString(
            Path.of("common"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "appended";
  }
}
