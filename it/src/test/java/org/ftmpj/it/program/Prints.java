package org.ftmpj.it.program;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import mpi.MPI;

/** Prints pieces of lines, in many ways, to both streams. */
public final class Prints {
  private static final PrintStream FAST =
      new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
  private static final FileChannel CHANNEL = new FileOutputStream(FileDescriptor.out).getChannel();
  private static final FileWriter ERRORS = new FileWriter(FileDescriptor.err);

  private Prints() {}

  public static void main(String[] args) {
    System.out.print("before Init ");
    MPI.Init(args);
    Steps.runWithoutFinalize(Prints::step);
    MPI.Finalize();
    System.out.print("after Finalize");
    System.out.printf(" without an end%s", "");
  }

  private static Object step(int step, int rank, int size) {
    System.out.print("a");
    System.out.print('b');
    System.out.print(step);
    System.out.write('c');
    System.out.flush();
    MPI.COMM_WORLD.Barrier();
    System.out.printf("%d-%s ", rank, "grüße");
    System.out.println();
    System.err.println("error " + step);
    System.out.append("x").append("y\n");
    System.err.write("raw\n".getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, 4);
    try {
      printToDescriptors(step);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    MPI.COMM_WORLD.Barrier();
    System.out.print("many\nlines\nin one ");
    return "";
  }

  private static void printToDescriptors(int step) throws IOException {
    FAST.print("fast ");
    FAST.println(step);
    FAST.flush();
    CHANNEL.write(ByteBuffer.wrap(("by channel, console " + System.console() + "\n").getBytes()));
    ERRORS.write("error by descriptor " + step + "\n");
    ERRORS.flush();
    PrintStream before = System.out;
    System.setOut(FAST);
    System.out.println("set");
    System.out.flush();
    System.setOut(before);
  }
}
