package org.ftmpj.it.program;

import java.io.BufferedWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Does with files what programs do: makes a directory of its own unless it is there, keeps some
 * files open, writes others again in each step, renames, removes, appends in turns. What is there
 * decides what it does and prints.
 */
public final class WritingFiles {
  private static File own;
  private static Writer report;
  private static PrintStream stream;
  private static PrintWriter printer;
  private static RandomAccessFile random;
  private static FileChannel channel;
  private static Writer shared;

  private WritingFiles() {}

  public static void main(String[] args) throws IOException {
    mpi.MPI.Init(args);
    int rank = mpi.MPI.COMM_WORLD.Rank();
    own = new File("own-" + rank);
    if (own.exists() || !own.mkdirs()) {
      throw new IOException(own + " is there already");
    }
    report = new BufferedWriter(new FileWriter(new File(own, "report")));
    stream = new PrintStream(new FileOutputStream(new File(own, "stream")), true);
    printer = new PrintWriter(new File(own, "printer"), "UTF-8");
    random = new RandomAccessFile(new File(own, "random"), "rw");
    channel =
        FileChannel.open(
            own.toPath().resolve("channel"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE);
    shared = new FileWriter("shared", StandardCharsets.UTF_8);
    Steps.runWithoutFinalize(WritingFiles::step);
    report.close();
    stream.close();
    printer.close();
    random.close();
    channel.close();
    shared.close();
    if (!new File(own, "report").renameTo(new File(own, "report.final"))) {
      throw new IOException("the report cannot be renamed");
    }
    mpi.MPI.Finalize();
  }

  private static Object step(int step, int rank, int size) {
    try {
      String line = "rank " + rank + " in step " + step + ": " + "x".repeat(30 - step) + "\n";
      keep(step, rank, line);
      state(step, line);
      inTurn(step, rank, size, line);
      return see(step);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files that are open all the time. */
  private static void keep(int step, int rank, String line) throws IOException {
    report.write(line);
    if (step % 7 == 0) {
      report.flush();
    }
    stream.print(line);
    printer.print(line);
    random.seek(8L * (20 - step));
    random.writeLong(step);
    channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    if (rank == 0) {
      shared.write(line);
      shared.flush();
    }
  }

  /** Written under another name, and then renamed; shorter in each step. */
  private static void state(int step, String line) throws IOException {
    Path next = own.toPath().resolve("state.new");
    try (Writer writer = new FileWriter(next.toFile(), StandardCharsets.UTF_8)) {
      writer.write(line);
    }
    Files.move(next, own.toPath().resolve("state"), StandardCopyOption.REPLACE_EXISTING);
    File other = new File(own, "step-" + step % 3);
    try (PrintWriter writer = new PrintWriter(own + "/other")) {
      writer.print(line);
    }
    if (other.exists() && !other.delete() || !new File(own, "other").renameTo(other)) {
      throw new IOException(other + " cannot be replaced");
    }
    Files.writeString(own.toPath().resolve("string"), line);
    Files.write(own.toPath().resolve("lines"), List.of(line, "end"));
    Files.createDirectories(own.toPath().resolve("deep/" + step));
    try (Writer writer = Files.newBufferedWriter(own.toPath().resolve("deep/" + step + "/file"))) {
      writer.write(line);
    }
    Path temporary = Files.createTempFile(own.toPath(), "some", "file");
    Files.writeString(temporary, line);
    Files.delete(temporary);
  }

  /** Files of all ranks, which one of them writes in each step. */
  private static void inTurn(int step, int rank, int size, String line) throws IOException {
    if (step % size == rank) {
      try (Writer writer = new FileWriter("turn")) {
        writer.write(line);
      }
      try (PrintWriter log = new PrintWriter(new FileWriter("log", true))) {
        log.print(line);
      }
      Files.writeString(
          Path.of("log"), "also " + line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  private static String see(int step) throws IOException {
    boolean made = new File(own, "once").createNewFile();
    boolean directory = new File(own, "directory-" + step % 2).mkdir();
    boolean removed = step % 5 == 0 && Files.deleteIfExists(own.toPath().resolve("lines"));
    String[] names = own.list();
    Arrays.sort(names);
    try (Stream<Path> deep = Files.list(own.toPath().resolve("deep"))) {
      return made
          + " "
          + directory
          + " "
          + removed
          + " "
          + String.join(",", names)
          + " "
          + new File(own, "stream").length()
          + " "
          + deep.count();
    }
  }
}
