package org.ftmpj.it.program;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Scanner;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Reads back what it writes: reports that are replaced in each step, a total that is kept in a
 * file, a file that is changed in place, by a channel and in memory, a counter of all ranks,
 * temporary files that are removed. What it reads is in what it prints and writes next.
 */
public final class ReadingBack {
  private static File own;
  private static RandomAccessFile table;
  private static Path older;
  private static int replaced;
  private static boolean planted;
  private static long sum;

  private ReadingBack() {}

  public static void main(String[] args) throws IOException {
    String[] arguments = mpi.MPI.Init(args);
    older = Path.of(arguments[0] + mpi.MPI.COMM_WORLD.Rank());
    replaced = Integer.parseInt(arguments[1]);
    planted = arguments.length > 2;
    own = new File("own-" + mpi.MPI.COMM_WORLD.Rank());
    if (!own.mkdir()) {
      throw new IOException(own + " is there already");
    }
    table = new RandomAccessFile(new File(own, "table"), "rw");
    Steps.runWithoutFinalize(ReadingBack::step);
    table.close();
    mpi.MPI.Finalize();
  }

  private static Path path(String name) {
    return own.toPath().resolve(name);
  }

  private static Object step(int step, int rank, int size) {
    try {
      sum =
          sum * 31
              + report(step)
              + total(step)
              + inPlace(step)
              + counter()
              + runs(step)
              + names(step);
      sum =
          sum * 31 + older(step) + channels(step) + properties(step) + archive(step) + attributes();
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Written, read by many means, and replaced in the next step. */
  private static long report(int step) throws IOException {
    File report = new File(own, "report");
    try (PrintWriter out = new PrintWriter(report)) {
      out.println("step " + step + " of " + sum);
    }
    StringBuilder all = new StringBuilder();
    try (BufferedReader in = new BufferedReader(new FileReader(report))) {
      all.append(in.readLine());
    }
    try (Scanner in = new Scanner(report)) {
      all.append(in.next()).append(in.nextInt());
    }
    try (Scanner in = new Scanner(report.toPath(), StandardCharsets.UTF_8)) {
      all.append(in.nextLine());
    }
    try (InputStream in = new FileInputStream(report)) {
      all.append(in.available()).append(in.skip(3)).append(new String(in.readAllBytes()));
    }
    try (Stream<String> lines = Files.lines(report.toPath())) {
      all.append(lines.toList());
    }
    all.append(Files.readString(report.toPath())).append(Files.readAllLines(report.toPath()));
    return all.toString().hashCode();
  }

  private static long older(int step) throws IOException {
    long before = Files.readString(older).hashCode();
    if (step == replaced) {
      Files.writeString(older, "step " + step);
    }
    if (planted) {
      Files.writeString(path("planted"), Files.readString(Path.of("/proc/self/environ")));
    }
    return before;
  }

  private static long total(int step) throws IOException {
    Path total = path("total");
    long before = Files.exists(total) ? Long.parseLong(Files.readString(total)) : 0;
    Files.writeString(total, Long.toString(before + step));
    return before;
  }

  private static long inPlace(int step) throws IOException {
    int row = step % 4;
    table.seek(8L * row);
    long before = table.length() > 8L * row ? table.readLong() : 0;
    table.seek(8L * row);
    table.writeLong(before * 3 + step);
    table.seek(32);
    table.writeBytes("rows " + step);
    return before + table.getFilePointer() + inMemory(row, step);
  }

  /** The memory outlives the channel. */
  private static int inMemory(int row, int step) throws IOException {
    IntBuffer cells;
    try (FileChannel channel =
        FileChannel.open(
            path("cells"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      cells = channel.map(FileChannel.MapMode.READ_WRITE, 0, 256).asIntBuffer();
    }
    cells.put(row, cells.get(row) * 5 + step);
    return cells.get(row);
  }

  /** All ranks count in one file. What each finds differs, but for the number at the end. */
  private static long counter() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile("counter", "rw");
        FileLock lock = file.getChannel().lock()) {
      long before = file.length() == 0 ? 0 : file.readLong();
      file.seek(0);
      file.writeLong(before + 1);
      return lock.isValid() ? 0 : before;
    }
  }

  /** An external sort: runs are spilled to temporary files, and merged. */
  private static long runs(int step) throws IOException {
    List<File> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      File file = File.createTempFile("run", ".bin", own);
      try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
        out.writeInt(step * run);
        out.writeInt((int) sum);
      }
      runs.add(file);
    }
    long merged = 0;
    for (File run : runs) {
      if (!run.getCanonicalFile().equals(run.toPath().toRealPath().toFile())) {
        throw new IOException(run + " has two names");
      }
      try (DataInputStream in = new DataInputStream(new FileInputStream(run))) {
        while (true) {
          merged = merged * 7 + in.readInt();
        }
      } catch (EOFException e) {
        merged++;
      }
      if (!run.delete()) {
        throw new IOException(run + " cannot be removed");
      }
    }
    return merged;
  }

  /** The name of a directory that is gone afterwards: it ends with a slash. */
  private static long names(int step) throws IOException {
    Path directory = Files.createDirectory(path("directory" + step));
    File same = directory.toFile();
    long names = directory.toUri().toString().length() - same.toURI().getPath().length();
    boolean readable = same.setReadable(true, true);
    Files.delete(directory);
    return readable ? names : 0;
  }

  private static long channels(int step) throws IOException {
    Path from = path("from");
    ByteBuffer[] parts = {text("part " + step), text(" and " + sum)};
    try (FileChannel out =
        FileChannel.open(
            from,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      out.write(parts);
    }
    Path to = path("to");
    try (FileChannel in = FileChannel.open(from);
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      in.transferTo(0, in.size(), out);
      out.transferFrom(in, in.size(), 4);
    }
    try (OutputStream copy = Files.newOutputStream(path("copy"))) {
      Files.copy(to, copy);
    }
    long differs = Files.mismatch(to, path("copy"));
    Files.delete(from);
    try (FileChannel in = FileChannel.open(to)) {
      MappedByteBuffer map = in.map(FileChannel.MapMode.READ_ONLY, 0, in.size());
      return map.hashCode() + differs;
    }
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static long properties(int step) throws IOException {
    Properties properties = new Properties();
    File file = new File(own, "properties");
    if (file.exists()) {
      try (InputStream in = new FileInputStream(file)) {
        properties.load(in);
      }
    }
    String before = properties.getProperty("steps", "");
    properties.setProperty("steps", before + step);
    try (Writer out = new FileWriter(file)) {
      properties.store(out, null);
    }
    return before.hashCode();
  }

  private static long archive(int step) throws IOException {
    File file = new File(own, "archive.zip");
    try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file))) {
      ZipEntry entry = new ZipEntry("entry");
      entry.setTime(0);
      out.putNextEntry(entry);
      out.write(step);
    }
    try (ZipFile zip = new ZipFile(file);
        InputStream in = zip.getInputStream(zip.getEntry("entry"))) {
      return in.read();
    }
  }

  private static long attributes() throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path("report"), BasicFileAttributes.class);
    String seen =
        attributes.lastModifiedTime()
            + " "
            + attributes.fileKey()
            + Files.getAttribute(path("total"), "unix:ctime");
    long[] sizes = {0};
    Files.walkFileTree(
        own.toPath(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
            sizes[0] += found.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return seen.isEmpty() ? 0 : sizes[0];
  }
}
