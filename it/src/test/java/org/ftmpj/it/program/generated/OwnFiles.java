package org.ftmpj.it.program.generated;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Scanner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Errands with files that are written from their start or appended to. */
final class OwnFiles {
  private OwnFiles() {}

  /** Writes a file and reads it back. */
  static Object report(Doer doer) throws IOException {
    Path file = doer.file("report");
    List<String> lines = doer.lines();
    List<String> all = new ArrayList<>(lines);
    all.add(Long.toHexString(doer.hash()));
    for (int i = 1 + doer.choose(3); i > 0; i--) {
      write(doer, file, all);
      same(all, read(doer, file), file);
    }
    removePerhaps(doer, file);
    return lines;
  }

  private static void same(List<String> expected, List<String> read, Path file) {
    WitnessBroken.unless(expected.equals(read), "%s has %s, not %s", file, read, expected);
  }

  private static void removePerhaps(Doer doer, Path file) throws IOException {
    switch (doer.choose(4)) {
      case 0 -> Files.delete(file);
      case 1 -> doer.saw(file.toFile().delete());
      case 2 -> doer.saw(Files.deleteIfExists(file));
      default -> doer.saw(Files.exists(file));
    }
  }

  private static void write(Doer doer, Path file, List<String> lines) throws IOException {
    String text = String.join("\n", lines) + "\n";
    switch (doer.choose(8)) {
      case 0 -> {
        try (FileWriter writer = new FileWriter(file.toFile())) {
          for (String line : lines) {
            writer.write(line + "\n");
          }
        }
      }
      case 1 -> {
        try (PrintWriter writer = new PrintWriter(file.toString())) {
          lines.forEach(writer::println);
        }
      }
      case 2 -> Files.write(file, lines);
      case 3 -> Files.writeString(file, text);
      case 4 -> {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
          for (String line : lines) {
            writer.write(line);
            writer.newLine();
          }
        }
      }
      case 5 -> {
        try (OutputStream out = new FileOutputStream(file.toFile());
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
          writer.write(text);
        }
      }
      case 6 -> {
        try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
          channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }
      }
      default -> {
        try (OutputStream out = Files.newOutputStream(file)) {
          for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            out.write(b);
          }
        }
      }
    }
  }

  /** The lines of a file, by any way. */
  static List<String> read(Doer doer, Path file) throws IOException {
    switch (doer.choose(8)) {
      case 0:
        return Files.readAllLines(file);
      case 1:
        try (BufferedReader reader = new BufferedReader(new FileReader(file.toFile()))) {
          return reader.lines().collect(Collectors.toList());
        }
      case 2:
        List<String> lines = new ArrayList<>();
        try (Scanner scanner = new Scanner(file.toFile())) {
          while (scanner.hasNextLine()) {
            lines.add(scanner.nextLine());
          }
        }
        return lines;
      case 3:
        try (Stream<String> stream = Files.lines(file)) {
          return stream.toList();
        }
      case 4:
        return Files.readString(file).lines().toList();
      case 5:
        try (InputStream in = new FileInputStream(file.toFile())) {
          doer.saw(in.available());
          return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
      case 6:
        try (FileChannel channel = FileChannel.open(file)) {
          ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
          while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            doer.saw(buffer.position());
          }
          return new String(buffer.array(), StandardCharsets.UTF_8).lines().toList();
        }
      default:
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** Appends to a file, and reads it in between. */
  static Object log(Doer doer) throws IOException {
    Path file = doer.file("log");
    List<String> all = new ArrayList<>();
    for (String line : doer.lines()) {
      all.add(line);
      append(doer, file, line);
      if (doer.oneIn(5)) {
        same(all, read(doer, file), file);
      }
      if (doer.oneIn(5)) {
        doer.saw(Files.size(file));
      }
    }
    same(all, read(doer, file), file);
    return all;
  }

  private static void append(Doer doer, Path file, String line) throws IOException {
    switch (doer.choose(4)) {
      case 0 ->
          Files.writeString(
              file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      case 1 -> {
        try (FileWriter writer = new FileWriter(file.toFile(), true)) {
          writer.write(line + "\n");
        }
      }
      case 2 -> {
        try (OutputStream out = new FileOutputStream(file.toString(), true)) {
          out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      default -> {
        try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
          channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        }
      }
    }
  }

  /** Keeps a total in a file that each new version replaces. */
  static Object replaced(Doer doer) throws IOException {
    Path file = doer.file("total");
    Path next = doer.file("next");
    write(doer, file, List.of("0"));
    long total = 0;
    for (int number : doer.numbers()) {
      total = Long.parseLong(read(doer, file).get(0)) + number;
      write(doer, next, List.of(Long.toString(total)));
      switch (doer.choose(3)) {
        case 0 -> Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        case 1 -> Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        default -> WitnessBroken.unless(next.toFile().renameTo(file.toFile()), "%s stays", next);
      }
    }
    WitnessBroken.unless(!Files.exists(next), "%s is still there", next);
    removePerhaps(doer, file);
    return total;
  }

  /** Sorts numbers by runs in temporary files. */
  static Object spilled(Doer doer) throws IOException {
    int[] numbers = doer.numbers();
    List<Path> runs = new ArrayList<>();
    Path directory = doer.oneIn(2) ? Files.createTempDirectory("spill") : null;
    for (int from = 0; from < numbers.length; from += 8) {
      int[] run = Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + 8));
      Arrays.sort(run);
      Path file = temporary(doer, directory);
      write(doer, file, Arrays.stream(run).mapToObj(Integer::toString).toList());
      runs.add(file);
    }
    List<Integer> merged = new ArrayList<>();
    for (Path run : runs) {
      doer.saw(run);
      read(doer, run).forEach(line -> merged.add(Integer.valueOf(line)));
      Files.delete(run);
    }
    if (directory != null) {
      Files.delete(directory);
    }
    Collections.sort(merged);
    Arrays.sort(numbers);
    WitnessBroken.unless(
        merged.equals(Arrays.stream(numbers).boxed().toList()), "sorted to %s", merged);
    return merged;
  }

  private static Path temporary(Doer doer, Path directory) throws IOException {
    if (directory != null) {
      return Files.createTempFile(directory, "run", ".txt");
    }
    return doer.oneIn(2)
        ? File.createTempFile("run", null).toPath()
        : Files.createTempFile("run", ".txt");
  }

  static Object properties(Doer doer) throws IOException {
    File file = doer.file("settings").toFile();
    Properties properties = new Properties();
    for (String line : doer.lines()) {
      properties.setProperty(line.substring(0, Math.min(3, line.length())), line);
    }
    boolean xml = doer.oneIn(3);
    try (OutputStream out = new FileOutputStream(file)) {
      if (xml) {
        properties.storeToXML(out, "settings");
      } else {
        properties.store(out, "settings");
      }
    }
    Properties loaded = new Properties();
    try (InputStream in = Files.newInputStream(file.toPath())) {
      if (xml) {
        loaded.loadFromXML(in);
      } else {
        loaded.load(in);
      }
    }
    WitnessBroken.unless(loaded.equals(properties), "%s has %s", file, loaded);
    doer.saw(Files.readString(file.toPath()));
    doer.saw(String.join(",", loaded.stringPropertyNames()));
    return new TreeMap<>(loaded);
  }

  /** Fills a directory, lists it, and removes some of it. */
  static Object listed(Doer doer) throws IOException {
    Path directory = doer.file("directory");
    if (doer.oneIn(2)) {
      Files.createDirectories(directory);
    } else {
      WitnessBroken.unless(directory.toFile().mkdirs(), "%s is there", directory);
    }
    TreeSet<String> there = new TreeSet<>();
    for (int number : doer.numbers()) {
      Path file = directory.resolve("f" + number % 20);
      if (there.remove(file.getFileName().toString())) {
        Files.delete(file);
      } else {
        WitnessBroken.unless(file.toFile().createNewFile(), "%s is there", file);
        there.add(file.getFileName().toString());
      }
      if (doer.oneIn(6)) {
        List<String> names = list(doer, directory);
        names.forEach(doer::saw);
        WitnessBroken.unless(
            there.equals(new TreeSet<>(names)), "%s has %s, not %s", directory, names, there);
      }
    }
    if (doer.oneIn(2)) {
      for (String name : list(doer, directory)) {
        Files.delete(directory.resolve(name));
      }
      Files.delete(directory);
    }
    return there;
  }

  private static List<String> list(Doer doer, Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    switch (doer.choose(5)) {
      case 0 -> names.addAll(List.of(directory.toFile().list()));
      case 1 -> {
        for (File file : directory.toFile().listFiles()) {
          names.add(file.getName());
        }
      }
      case 2 -> {
        try (Stream<Path> files = Files.list(directory)) {
          files.forEach(file -> names.add(file.getFileName().toString()));
        }
      }
      case 3 -> {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
          files.forEach(file -> names.add(file.getFileName().toString()));
        }
      }
      default -> {
        try (Stream<Path> files = Files.walk(directory, 1)) {
          files.skip(1).forEach(file -> names.add(file.getFileName().toString()));
        }
      }
    }
    return names;
  }

  static Object copied(Doer doer) throws IOException {
    Path from = doer.file("from");
    Path to = doer.file("to");
    List<String> lines = doer.lines();
    write(doer, from, lines);
    switch (doer.choose(5)) {
      case 0 -> Files.copy(from, to);
      case 1 -> {
        try (InputStream in = new FileInputStream(from.toFile())) {
          doer.saw(Files.copy(in, to));
        }
      }
      case 2 -> {
        try (OutputStream out = new FileOutputStream(to.toFile())) {
          doer.saw(Files.copy(from, out));
        }
      }
      case 3 -> {
        try (FileChannel in = FileChannel.open(from);
            FileChannel out =
                FileChannel.open(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
          doer.saw(in.transferTo(0, in.size(), out));
        }
      }
      default -> {
        try (FileChannel in = FileChannel.open(from);
            FileChannel out =
                FileChannel.open(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
          doer.saw(out.transferFrom(in, 0, in.size()));
        }
      }
    }
    WitnessBroken.unless(Files.mismatch(from, to) == -1, "%s is no copy", to);
    same(lines, read(doer, to), to);
    removePerhaps(doer, from);
    removePerhaps(doer, to);
    return lines;
  }

  /** Objects and packed texts in files. */
  static Object objects(Doer doer) throws IOException, ClassNotFoundException {
    Path file = doer.file("objects");
    ArrayList<String> lines = new ArrayList<>(doer.lines());
    switch (doer.choose(3)) {
      case 0 -> {
        try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(file.toFile()))) {
          out.writeObject(lines);
        }
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
          WitnessBroken.unless(lines.equals(in.readObject()), "%s has other objects", file);
        }
      }
      case 1 -> {
        try (Writer out =
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
          out.write(String.join("\n", lines));
        }
        try (InputStream in = new GZIPInputStream(new FileInputStream(file.toFile()))) {
          same(lines, new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList(), file);
        }
      }
      default -> {
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file.toFile()))) {
          out.putNextEntry(new ZipEntry("lines"));
          out.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }
        try (ZipFile zip = new ZipFile(file.toFile());
            InputStream in = zip.getInputStream(zip.getEntry("lines"))) {
          doer.saw(zip.getEntry("lines").getTime());
          same(lines, new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList(), file);
        }
      }
    }
    removePerhaps(doer, file);
    return lines;
  }
}
