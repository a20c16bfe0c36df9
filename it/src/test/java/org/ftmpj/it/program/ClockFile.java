package org.ftmpj.it.program;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;
import mpi.MPI;

/**
 * The last rank writes what its clock says to a file, its first argument, and to others beside it
 * in other ways, until the file of its second argument exists. Then it prints what it has written.
 */
public final class ClockFile {
  private ClockFile() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    String[] own = MPI.Init(args);
    if (MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1) {
      write(files(Path.of(own[0])), Path.of(own[1]));
    }
    MPI.COMM_WORLD.Barrier();
    MPI.Finalize();
  }

  /** All that it writes, beside that one. */
  public static List<Path> files(Path first) {
    return List.of(
        first,
        first.resolveSibling("appended"),
        first.resolveSibling("random-access"),
        first.resolveSibling("channel"),
        first.resolveSibling("positions"));
  }

  private static void write(List<Path> files, Path end) throws IOException, InterruptedException {
    CRC32C sum = new CRC32C();
    long length = 0;
    try (FileOutputStream stream = new FileOutputStream(files.get(0).toFile());
        FileOutputStream appended = new FileOutputStream(files.get(1).toFile(), true);
        RandomAccessFile random = new RandomAccessFile(files.get(2).toFile(), "rw");
        FileChannel channel = open(files.get(3));
        FileChannel positions = open(files.get(4))) {
      while (Files.notExists(end)) {
        byte[] line = (System.nanoTime() + "\n").getBytes(StandardCharsets.US_ASCII);
        stream.write(line);
        appended.write(line);
        random.write(line);
        channel.write(ByteBuffer.wrap(line));
        positions.write(ByteBuffer.wrap(line), length);
        sum.update(line);
        length += line.length;
        Thread.sleep(1);
      }
    }
    System.out.println(told(length, sum));
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** What is printed if a file holds that in the end. */
  public static String told(byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    return told(content.length, sum);
  }

  private static String told(long length, CRC32C sum) {
    return length + " bytes, " + Long.toHexString(sum.getValue());
  }
}
