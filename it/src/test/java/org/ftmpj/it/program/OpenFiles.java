package org.ftmpj.it.program;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Scanner;
import java.util.stream.IntStream;
import mpi.MPI;

/**
 * Reads and writes files of all kinds, which it has open all the time, between the messages of a
 * ring. Some it closes and opens again, renames or removes.
 */
public final class OpenFiles {
  private final File directory;

  private final BufferedReader reader;
  private final Scanner scanner;
  private final DataInputStream data;
  private final RandomAccessFile randomReader;
  private final BufferedReader pathReader;
  private final FileChannel readChannel;
  private final Iterator<String> lines;

  private final BufferedWriter writer;
  private final PrintWriter printer;
  private final PrintStream stream;
  private final DataOutputStream dataWriter;
  private final RandomAccessFile random;
  private final BufferedWriter pathWriter;
  private final OutputStream pathStream;
  private final FileChannel channel;
  private final FileChannel bothWays;
  private final PrintWriter appender;
  private final BufferedWriter pathAppender;
  private final FileChannel channelAppender;
  private final PrintStream unseen;
  private final PrintStream fast;
  private final File temporary;
  private Writer part;

  private OpenFiles(File directory, int rounds) throws IOException {
    this.directory = directory;
    File input = file("input");
    try (PrintWriter out = new PrintWriter(input)) {
      IntStream.range(0, 2 * rounds).forEach(i -> out.println("line " + 7 * i));
    }
    reader = new BufferedReader(new FileReader(input), 100);
    scanner = new Scanner(input);
    data = new DataInputStream(new BufferedInputStream(new FileInputStream(input), 64));
    randomReader = new RandomAccessFile(input, "r");
    pathReader = Files.newBufferedReader(input.toPath());
    readChannel = FileChannel.open(input.toPath());
    lines = Files.lines(input.toPath()).iterator();

    writer = new BufferedWriter(new FileWriter(file("writer")));
    printer = new PrintWriter(file("printer"), "UTF-16");
    stream = new PrintStream(new FileOutputStream(file("stream")), true);
    dataWriter =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file("data")), 100));
    random = new RandomAccessFile(file("random"), "rw");
    pathWriter = Files.newBufferedWriter(file("path-writer").toPath());
    pathStream = Files.newOutputStream(file("path-stream").toPath());
    channel =
        FileChannel.open(
            file("channel").toPath(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    bothWays =
        FileChannel.open(
            file("both-ways").toPath(),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    for (String name : new String[] {"appender", "path-appender", "channel-appender"}) {
      Files.writeString(file(name).toPath(), "before\n");
    }
    appender = new PrintWriter(new FileWriter(file("appender"), true), true);
    pathAppender =
        Files.newBufferedWriter(file("path-appender").toPath(), StandardOpenOption.APPEND);
    channelAppender =
        FileChannel.open(file("channel-appender").toPath(), StandardOpenOption.APPEND);
    unseen = new PrintStream(new FileOutputStream("/dev/null"));
    fast = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    temporary = File.createTempFile("temporary", ".txt", directory);
    temporary.deleteOnExit();
    part = new FileWriter(file("part-0"));
  }

  private File file(String name) {
    return new File(directory, name);
  }

  /**
   * @param arguments of MPJ Express, and how many rounds
   */
  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    int rounds = Integer.parseInt(arguments[arguments.length - 1]);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    File directory = new File("files-" + rank);
    if (!directory.mkdir()) {
      throw new IOException(directory + " is there already");
    }
    OpenFiles files = new OpenFiles(directory, rounds);
    long[] sum = {rank};
    for (int round = 1; round <= rounds; round++) {
      Thread.sleep(5);
      MPI.COMM_WORLD.Sendrecv_replace(
          sum, 0, 1, MPI.LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      String read = files.read();
      sum[0] = sum[0] * 31 + read.hashCode();
      files.write(round, round + ": " + read + " " + sum[0] + "\n");
      files.replace(round);
    }
    files.close();
    System.out.println("sum of rank " + rank + ": " + sum[0]);
    MPI.Finalize();
  }

  private String read() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(5);
    readChannel.read(bytes);
    return reader.readLine()
        + scanner.next()
        + scanner.nextInt()
        + data.readInt()
        + randomReader.readLine()
        + randomReader.getFilePointer()
        + pathReader.readLine()
        + new String(bytes.array(), StandardCharsets.US_ASCII)
        + lines.next();
  }

  private void write(int round, String line) throws IOException {
    writer.write(line);
    printer.print(line);
    stream.print(line);
    dataWriter.writeUTF(line);
    random.seek(8L * (round * 7919 % 1000));
    random.writeLong(round);
    pathWriter.write(line);
    pathStream.write(line.getBytes(StandardCharsets.UTF_8));
    ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
    channel.write(bytes.duplicate());
    bothWays.write(bytes.duplicate(), 8L * round);
    appender.print(line);
    appender.flush();
    pathAppender.write(line);
    channelAppender.write(bytes);
    unseen.print(line);
    fast.print("fast " + line);
    try (Writer each = new FileWriter(file("each"), true)) {
      each.write(line);
    }
    part.write(line);
  }

  /** A part of the output is full: the next one begins, and only the last two are kept. */
  private void replace(int round) throws IOException {
    if (round % 20 == 0) {
      part.close();
      File full = file("full-" + round);
      if (!file("part-" + (round - 20)).renameTo(full)) {
        throw new IOException(full + " cannot be renamed");
      }
      File old = file("full-" + (round - 40));
      if (old.exists() && !old.delete()) {
        throw new IOException(old + " cannot be removed");
      }
      part = new FileWriter(file("part-" + round));
    }
  }

  private void close() throws IOException {
    for (InputStream in : new InputStream[] {data}) {
      in.close();
    }
    for (Writer out : new Writer[] {writer, printer, pathWriter, appender, pathAppender, part}) {
      out.close();
    }
    for (OutputStream out : new OutputStream[] {stream, dataWriter, pathStream, unseen}) {
      out.close();
    }
    for (FileChannel each : new FileChannel[] {readChannel, channel, bothWays, channelAppender}) {
      each.close();
    }
    reader.close();
    scanner.close();
    pathReader.close();
    random.close();
    randomReader.close();
    if (!temporary.exists()) {
      throw new IOException(temporary + " is gone");
    }
  }
}
