package org.ftmpj.it.damage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A journal's file, to be damaged: where its records are is found by what stands before them. */
public final class Journal {
  /** Version 1, kind 2, zero: what a record begins with. */
  private static final int BEGIN = 0x0201;

  private static final int HEADER = 16;
  private static final int MOST_READ = 8 << 20;

  private final Path file;
  private final List<Integer> records = new ArrayList<>();
  private final ByteBuffer content;

  private Journal(Path file, ByteBuffer content) {
    this.file = file;
    this.content = content;
  }

  /** Reads what is in the journal now. */
  public static Journal of(Path directory) throws IOException {
    Path file;
    try (Stream<Path> files = Files.walk(directory)) {
      file = files.filter(f -> f.toString().endsWith(".cq4")).findFirst().orElseThrow();
    }
    byte[] bytes = new byte[MOST_READ];
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.read(bytes);
    }
    Journal journal = new Journal(file, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    journal.find();
    return journal;
  }

  private void find() {
    for (int at = 4; at + HEADER < content.capacity(); at += 4) {
      int head = content.getInt(at + 4);
      int payload = content.getInt(at + 8);
      boolean plausible = head > 0 && head < 1024 && payload >= 0 && payload < MOST_READ;
      if (content.getInt(at) == BEGIN && plausible) {
        records.add(at);
      }
    }
  }

  public int records() {
    return records.size();
  }

  /** Flips a bit in the middle of a record's header, head, or payload. */
  public void damage(int record, Part part) throws IOException {
    int at = records.get(record);
    int head = content.getInt(at + 4);
    int mask = part == Part.STATE_IN_THE_QUEUE ? 0x40 : 0x10;
    int place =
        switch (part) {
          case LENGTH_IN_THE_QUEUE -> at - 4;
          case STATE_IN_THE_QUEUE -> at - 1;
          case HEADER -> at + 13;
          case HEAD -> at + HEADER + head / 2;
          case PAYLOAD -> at + HEADER + head + content.getInt(at + 8) / 2;
        };
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.seek(place);
      int before = out.read();
      out.seek(place);
      out.write(before ^ mask);
    }
  }

  /** What is damaged. */
  public enum Part {
    LENGTH_IN_THE_QUEUE,
    /** As if the record were just being written. */
    STATE_IN_THE_QUEUE,
    HEADER,
    HEAD,
    PAYLOAD
  }
}
