package org.ftmpj.it.program.generated;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Errands with files of numbers that are changed where they are. */
final class ChangedFiles {
  private static final int INT = Integer.BYTES;

  private ChangedFiles() {}

  private static byte[] bytes(int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * INT);
    bytes.asIntBuffer().put(numbers);
    return bytes.array();
  }

  private static int[] numbers(byte[] bytes) {
    int[] numbers = new int[bytes.length / INT];
    ByteBuffer.wrap(bytes).asIntBuffer().get(numbers);
    return numbers;
  }

  private static void check(Path file, int... expected) throws IOException {
    int[] there = numbers(Files.readAllBytes(file));
    WitnessBroken.unless(
        Arrays.equals(there, expected),
        "%s has %s, not %s",
        file,
        Arrays.toString(there),
        Arrays.toString(expected));
  }

  /** Adds to each number in its place, and cuts some off. */
  static Object randomAccess(Doer doer) throws IOException {
    Path path = doer.file("records");
    int[] numbers = doer.numbers();
    try (RandomAccessFile file =
        new RandomAccessFile(path.toFile(), doer.oneIn(4) ? "rws" : "rw")) {
      file.write(bytes(numbers));
      for (int i = 0; i < numbers.length; i++) {
        int at = doer.choose(numbers.length);
        file.seek((long) at * INT);
        int before = file.readInt();
        WitnessBroken.unless(before == numbers[at], "%s: read %d at %d", path, before, at);
        numbers[at] += i;
        file.seek((long) at * INT);
        file.writeInt(numbers[at]);
      }
      int[] fewer = Arrays.copyOf(numbers, 1 + doer.choose(numbers.length));
      file.setLength((long) fewer.length * INT);
      doer.saw(file.length());
      doer.saw(file.getFilePointer());
      check(path, fewer);
    }
    return Arrays.stream(numbers).sum();
  }

  static Object channel(Doer doer) throws IOException {
    Path path = doer.file("channel");
    int[] numbers = doer.numbers();
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            doer.oneIn(2) ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW)) {
      ByteBuffer[] halves = {
        ByteBuffer.wrap(bytes(numbers), 0, INT), ByteBuffer.wrap(bytes(numbers)).position(INT)
      };
      channel.write(halves);
      for (int i = 0; i < numbers.length; i++) {
        ByteBuffer buffer = ByteBuffer.allocate(INT);
        int at = doer.choose(numbers.length);
        doer.saw(channel.read(buffer, (long) at * INT));
        numbers[at] = buffer.getInt(0) + i;
        buffer.clear().putInt(numbers[at]).flip();
        if (doer.oneIn(2)) {
          channel.write(buffer, (long) at * INT);
        } else {
          channel.position((long) at * INT).write(buffer);
          doer.saw(channel.position());
        }
      }
      if (doer.oneIn(2)) {
        channel.force(doer.oneIn(2));
      }
      channel.truncate(doer.oneIn(2) ? INT : (long) numbers.length * INT);
      doer.saw(channel.size());
      channel.write(ByteBuffer.wrap(bytes(numbers)), 0);
    }
    check(path, numbers);
    return Arrays.stream(numbers).sum();
  }

  static Object mapped(Doer doer) throws IOException {
    Path path = doer.file("mapped");
    int[] numbers = doer.numbers();
    Files.write(path, bytes(numbers));
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
      IntBuffer ints = map.asIntBuffer();
      for (int i = 0; i < numbers.length; i++) {
        int at = doer.choose(numbers.length);
        numbers[at] += i;
        if (doer.oneIn(2)) {
          ints.put(at, ints.get(at) + i);
        } else {
          map.putInt(at * INT, map.getInt(at * INT) + i);
        }
      }
      if (doer.oneIn(2)) {
        map.force();
      }
      MappedByteBuffer other = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      for (int i = 0; i < numbers.length; i++) {
        doer.saw(other.getInt(i * INT));
      }
    }
    check(path, numbers);
    return Arrays.stream(numbers).sum();
  }

  /** A file that is opened again from its start, and written anew. */
  static Object cut(Doer doer) throws IOException {
    Path path = doer.file("cut");
    int[] numbers = doer.numbers();
    File file = path.toFile();
    for (int i = 1; i <= numbers.length; i++) {
      int[] first = Arrays.copyOf(numbers, i);
      if (doer.oneIn(2)) {
        try (FileOutputStream out = new FileOutputStream(file)) {
          out.write(bytes(first));
        }
      } else {
        Files.write(path, bytes(first), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
          out.truncate(0).write(ByteBuffer.wrap(bytes(first)));
        }
      }
      if (doer.oneIn(4)) {
        check(path, first);
        doer.saw(file.length());
      }
    }
    check(path, numbers);
    return Arrays.toString(numbers);
  }

  /** A file that grows through all parts, and is summed up each time. */
  static Object ledger(Doer doer) throws IOException {
    Path path = doer.kept("ledger");
    int entry = doer.dice().below(1000);
    if (doer.oneIn(2)) {
      Files.write(path, bytes(entry), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } else {
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
        file.seek(file.length());
        file.writeInt(entry);
      }
    }
    int[] all = numbers(Files.readAllBytes(path));
    doer.saw(all.length);
    return Arrays.toString(all);
  }
}
