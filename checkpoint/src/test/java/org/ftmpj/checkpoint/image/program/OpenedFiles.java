package org.ftmpj.checkpoint.image.program;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Stream;

/** Files that are open in the middle, and what becomes of them when they are used further. */
final class OpenedFiles {
  private static final String LINES = "first 1\nsecond 2\nthird 3\nfourth 4\n";

  private OpenedFiles() {}

  /** Something open on a file. */
  private static final class Opened {
    private final Path file;
    private final Object with;
    private Object also;

    Opened(Path file, Object with) {
      this.file = file;
      this.with = with;
    }
  }

  private interface Opener {
    Object open(Path file) throws IOException;
  }

  private interface Use<T> {
    Object use(T with, Opened opened) throws IOException;
  }

  static List<Case> cases() {
    List<Case> readers = new java.util.ArrayList<>(readers());
    readers.addAll(writers());
    readers.addAll(others());
    return readers;
  }

  @SuppressWarnings("unchecked")
  private static <T> Case file(String name, String content, Opener opener, Use<T> use) {
    return Case.<Opened>of(
        name,
        () -> {
          try {
            Path file = Files.createTempFile("opened", ".txt");
            Files.writeString(file, content);
            return new Opened(file, opener.open(file));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        opened -> {
          try {
            return use.use((T) opened.with, opened);
          } catch (IOException e) {
            return "" + e;
          }
        });
  }

  private static Case read(String name, Opener opener) {
    return file(name, LINES, opener, (with, opened) -> readOn(with));
  }

  private static Object readOn(Object with) throws IOException {
    if (with instanceof BufferedReader reader) {
      return reader.readLine() + "," + reader.readLine();
    } else if (with instanceof FileInputStream stream) {
      return new String(stream.readNBytes(8)) + stream.available();
    } else if (with instanceof Scanner scanner) {
      return scanner.nextInt() + scanner.next() + scanner.nextInt() + scanner.nextLine();
    } else if (with instanceof DataInputStream data) {
      return data.readLong() + " " + data.available();
    } else if (with instanceof RandomAccessFile file) {
      return file.getFilePointer() + file.readLine() + file.length();
    } else if (with instanceof FileChannel channel) {
      ByteBuffer bytes = ByteBuffer.allocate(8);
      channel.read(bytes);
      return new String(bytes.array()) + channel.position() + channel.isOpen();
    }
    return new String(((java.io.InputStream) with).readNBytes(8));
  }

  private static <T> T readFrom(T with) throws IOException {
    readOn(with);
    return with;
  }

  private static List<Case> readers() {
    return List.of(
        read("file input stream", file -> readFrom(new FileInputStream(file.toFile()))),
        read("file reader", file -> readFrom(new BufferedReader(new FileReader(file.toFile())))),
        read(
            "input stream reader",
            file ->
                readFrom(
                    new LineNumberReader(
                        new InputStreamReader(
                            new FileInputStream(file.toFile()), StandardCharsets.UTF_16LE)))),
        read("file scanner", file -> scanner(new Scanner(file.toFile()))),
        read("path scanner", file -> scanner(new Scanner(file))),
        read(
            "data of a file",
            file ->
                readFrom(
                    new DataInputStream(
                        new BufferedInputStream(new FileInputStream(file.toFile()), 16)))),
        read("random access to read", file -> readFrom(new RandomAccessFile(file.toFile(), "r"))),
        read("buffered reader of a path", file -> readFrom(Files.newBufferedReader(file))),
        read("input stream of a path", file -> readFrom(Files.newInputStream(file))),
        read("channel to read", file -> readFrom(FileChannel.open(file))),
        read("byte channel", file -> readFrom(Files.newByteChannel(file))),
        file(
            "lines of a path",
            LINES,
            file -> second(Files.lines(file).iterator()),
            (Iterator<String> lines, Opened opened) -> lines.next() + lines.next()),
        file(
            "channel of a stream",
            LINES,
            OpenedFiles::channelOfStream,
            (FileInputStream in, Opened opened) ->
                readOn(in) + "" + readOn(in.getChannel()) + in.getChannel().position()),
        file(
            "object input",
            "",
            OpenedFiles::objects,
            (ObjectInputStream in, Opened opened) -> readObject(in) + readObject(in)));
  }

  private static Scanner scanner(Scanner scanner) {
    scanner.next();
    return scanner;
  }

  private static Iterator<String> second(Iterator<String> lines) {
    lines.next();
    return lines;
  }

  private static Object channelOfStream(Path file) throws IOException {
    FileInputStream in = new FileInputStream(file.toFile());
    in.getChannel().position(3);
    return in;
  }

  private static ObjectInputStream objects(Path file) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      Date date = new Date(5);
      for (Object each : new Object[] {"one", date, date}) {
        out.writeObject(each);
      }
    }
    ObjectInputStream in = new ObjectInputStream(new FileInputStream(file.toFile()));
    readObject(in);
    return in;
  }

  private static String readObject(ObjectInputStream in) throws IOException {
    try {
      Object read = in.readObject();
      return read instanceof Date date ? "date " + date.getTime() : "" + read;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T extends AutoCloseable> Case write(
      String name, Opener opener, Writing<T> writing) {
    return file(
        name,
        LINES,
        file -> {
          @SuppressWarnings("unchecked")
          T with = (T) opener.open(file);
          writing.write(with, "begun ");
          return with;
        },
        (T with, Opened opened) -> {
          writing.write(with, "ended");
          try {
            with.close();
          } catch (IOException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return Files.readString(opened.file, StandardCharsets.ISO_8859_1);
        });
  }

  private interface Writing<T> {
    void write(T with, String text) throws IOException;
  }

  private static List<Case> writers() {
    return List.of(
        OpenedFiles.<FileOutputStream>write(
            "file output stream",
            file -> new FileOutputStream(file.toFile()),
            (out, text) -> out.write(text.getBytes())),
        OpenedFiles.<FileOutputStream>write(
            "appending stream",
            file -> new FileOutputStream(file.toFile(), true),
            (out, text) -> out.write(text.getBytes())),
        OpenedFiles.<BufferedWriter>write(
            "file writer",
            file -> new BufferedWriter(new FileWriter(file.toFile())),
            BufferedWriter::write),
        OpenedFiles.<BufferedWriter>write(
            "appending writer",
            file -> new BufferedWriter(new FileWriter(file.toFile(), true)),
            (out, text) -> {
              out.write(text);
              out.flush();
            }),
        OpenedFiles.<PrintWriter>write(
            "print writer",
            file -> new PrintWriter(file.toFile()),
            (out, text) -> out.printf("%s|", text)),
        OpenedFiles.<PrintStream>write(
            "print stream",
            file -> new PrintStream(new FileOutputStream(file.toFile()), true),
            PrintStream::println),
        OpenedFiles.<DataOutputStream>write(
            "data to a file",
            file ->
                new DataOutputStream(
                    new BufferedOutputStream(new FileOutputStream(file.toFile()), 10)),
            DataOutputStream::writeUTF),
        OpenedFiles.<ObjectOutputStream>write(
            "object output",
            file -> new ObjectOutputStream(new FileOutputStream(file.toFile())),
            ObjectOutputStream::writeObject),
        OpenedFiles.<BufferedWriter>write(
            "buffered writer of a path", Files::newBufferedWriter, BufferedWriter::write),
        OpenedFiles.<BufferedWriter>write(
            "appending writer of a path",
            file -> Files.newBufferedWriter(file, StandardOpenOption.APPEND),
            BufferedWriter::write),
        OpenedFiles.<java.io.OutputStream>write(
            "output stream of a path",
            Files::newOutputStream,
            (out, text) -> out.write(text.getBytes())),
        OpenedFiles.<FileChannel>write(
            "channel to write",
            file -> FileChannel.open(file, StandardOpenOption.WRITE),
            (out, text) -> out.write(ByteBuffer.wrap(text.getBytes()))),
        OpenedFiles.<FileChannel>write(
            "channel to append",
            file -> FileChannel.open(file, StandardOpenOption.APPEND),
            (out, text) -> out.write(ByteBuffer.wrap(text.getBytes()))),
        OpenedFiles.<FileChannel>write(
            "channel to read and write",
            file -> FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE),
            (channel, text) -> {
              channel.position(channel.position() + 2);
              channel.read(ByteBuffer.allocate(2));
              channel.write(ByteBuffer.wrap((text + channel.position()).getBytes()));
            }),
        OpenedFiles.<RandomAccessFile>write(
            "random access",
            file -> new RandomAccessFile(file.toFile(), "rws"),
            (random, text) -> random.writeBytes(text + random.getFilePointer())));
  }

  private static List<Case> others() {
    return List.of(
        file(
            "two streams of a descriptor",
            "",
            file -> new FileOutputStream(file.toFile()),
            OpenedFiles::writeByTwo),
        file("closed stream", LINES, OpenedFiles::closed, OpenedFiles::readClosed),
        file(
            "closed channel",
            LINES,
            file -> {
              FileChannel channel = FileChannel.open(file);
              channel.close();
              return channel;
            },
            (FileChannel channel, Opened opened) -> channel.isOpen() + " " + readOn(channel)),
        file(
            "null device",
            "",
            file -> new PrintStream("/dev/null"),
            (PrintStream out, Opened opened) -> {
              out.println("nothing");
              return out.checkError();
            }),
        file(
            "lost stream",
            "",
            file -> new Object[] {new FileInputStream(file.toFile())},
            OpenedFiles::lose),
        file("lost channel", "", file -> new Object[] {FileChannel.open(file)}, OpenedFiles::lose),
        file("file", "", Path::toFile, (File f, Opened o) -> f.exists() + f.getParent()),
        file(
            "file time",
            "",
            Files::getLastModifiedTime,
            (Object time, Opened opened) -> time.equals(Files.getLastModifiedTime(opened.file))),
        file(
            "file system",
            "",
            file -> file.getFileSystem(),
            (Object system, Opened opened) -> system == opened.file.getFileSystem()),
        file(
            "exception of a file",
            "",
            file -> missing(file.resolveSibling("missing")),
            (IOException e, Opened opened) -> e.getMessage()));
  }

  private static Object missing(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return e;
    }
  }

  private static Object writeByTwo(FileOutputStream out, Opened opened) throws IOException {
    if (opened.also == null) {
      opened.also = new FileOutputStream(out.getFD());
    }
    out.write('a');
    ((FileOutputStream) opened.also).write('b');
    out.write('c');
    out.getFD().sync();
    out.close();
    return Files.readString(opened.file) + out.getFD().valid();
  }

  private static Object closed(Path file) throws IOException {
    FileInputStream in = new FileInputStream(file.toFile());
    in.close();
    return in;
  }

  private static Object readClosed(FileInputStream in, Opened opened) throws IOException {
    return in.getFD().valid() + " " + in.read();
  }

  /** The file is closed when what was open on it is not reachable any more. */
  private static Object lose(Object[] with, Opened opened) throws IOException {
    with[0] = null;
    boolean before = isOpen(opened.file);
    boolean now = before;
    for (int tries = 0; now && tries < 100; tries++) {
      System.gc();
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      now = isOpen(opened.file);
    }
    return before + " " + now;
  }

  private static boolean isOpen(Path file) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(Files::exists).anyMatch(each -> leadsTo(each, file));
    }
  }

  private static boolean leadsTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file);
    } catch (IOException e) {
      return false;
    }
  }
}
