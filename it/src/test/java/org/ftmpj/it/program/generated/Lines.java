package org.ftmpj.it.program.generated;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What a rank prints and appends to files. At the end it says how much that was, so that a program
 * that reads it can tell whether each line is there, once and in its place.
 */
public final class Lines {
  /** Begins each line on standard error. */
  public static final String NOTE = "note ";

  /** Begins the last line on standard output. */
  public static final String END = "printed ";

  private final String opened;
  private final PrintStream kept;
  private final Digest out = new Digest();
  private final Digest err = new Digest();
  private final Digest openedLines = new Digest();
  private final Digest keptLines = new Digest();

  /** A number that stands for some lines in their order. */
  private static final class Digest {
    private int count;
    private long hash = 1;

    void add(String line) {
      count++;
      for (int i = 0; i < line.length(); i++) {
        hash = hash * 31 + line.charAt(i);
      }
      hash = Dice.mix(hash);
    }

    @Override
    public String toString() {
      return String.format("%d %016x", count, hash);
    }
  }

  Lines(int rank) {
    opened = "opened-" + rank;
    try {
      kept = new PrintStream(new FileOutputStream("kept-" + rank, true), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a rank that are appended to. */
  public static List<String> files(int rank) {
    return List.of("opened-" + rank, "kept-" + rank);
  }

  /** How the last line of a rank begins that has printed these. */
  public static String printed(List<String> out, List<String> err) {
    return END + digest(out) + ", " + digest(err) + ", ";
  }

  /** How the last line of a rank ends that has appended these. */
  public static String appended(List<String> opened, List<String> kept) {
    return ", " + digest(opened) + ", " + digest(kept);
  }

  private static Digest digest(List<String> lines) {
    Digest digest = new Digest();
    lines.forEach(digest::add);
    return digest;
  }

  /** A line on standard output; in several pieces or in one. */
  void out(String line, int pieces) {
    out.add(line);
    int length = line.length() / pieces;
    for (int i = 1; i < pieces; i++) {
      System.out.print(line.substring((i - 1) * length, i * length));
    }
    System.out.println(line.substring((pieces - 1) * length));
  }

  /** A line on standard error. */
  void err(String line) {
    err.add(NOTE + line);
    System.err.println(NOTE + line);
  }

  /** A line at the end of a file that was opened at the start. */
  void keep(String line) {
    keptLines.add(line);
    kept.println(line);
  }

  /** A line at the end of a file that is opened for it. */
  void append(String line) {
    openedLines.add(line);
    try {
      Files.write(
          Path.of(opened),
          List.of(line),
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void end() {
    kept.close();
    System.out.println(END + out + ", " + err + ", " + openedLines + ", " + keptLines);
  }
}
