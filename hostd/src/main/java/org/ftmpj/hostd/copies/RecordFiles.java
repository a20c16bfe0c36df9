package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the files with what one host has copied of a rank's logs, {@link CopiedRecords}.
 * File {@code N} goes on where the one before has come to; {@code N.all} has all that is needed of
 * the logs by then, and so stands for all before it. Any thread.
 */
final class RecordFiles {
  private static final String ALL = ".all";
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})(\\.all)?");

  private final CopyDirectory.OfRank copies;
  private final CopyProofs proofs;
  private final Path directory;

  RecordFiles(CopyDirectory.OfRank copies, CopyProofs proofs) {
    this.copies = copies;
    this.proofs = proofs;
    this.directory = copies.records();
  }

  /** Opens one of them. */
  CopiedRecords.Reader open(Path file) throws IOException {
    Matcher name = NAME.matcher(file.getFileName().toString());
    if (!name.matches()) {
      throw new IOException("it is no file of records");
    }
    int number = Integer.parseInt(name.group(1));
    CopyProofs.What what =
        name.group(2) == null ? CopyProofs.What.RECORDS : CopyProofs.What.ALL_RECORDS;
    return new CopiedRecords.Reader(file, proofs.begin(what, copies.host(), copies.rank(), number));
  }

  Path file(int number, boolean all) {
    return directory.resolve(number + (all ? ALL : ""));
  }

  /** A file that does not count yet. */
  Path unready(int number) {
    return directory.resolve(number + ".new");
  }

  /**
   * Files that go on from each other.
   *
   * @param begin the number of the first
   * @param files in their order
   */
  record Series(int begin, List<Path> files) {
    /** The number of the last one. */
    int end() {
      return begin + files.size() - 1;
    }
  }

  /** None if there is no directory yet. */
  private NavigableMap<Integer, Boolean> numbers(boolean all) throws IOException {
    NavigableMap<Integer, Boolean> numbers = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Matcher matcher = NAME.matcher(file.getFileName().toString());
        if (matcher.matches() && (matcher.group(2) != null) == all) {
          numbers.put(Integer.valueOf(matcher.group(1)), all);
        }
      }
    } catch (NoSuchFileException e) {
      return numbers;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return numbers;
  }

  /** Each begins with a file that has all, or with the first one; the newest comes first. */
  List<Series> series() throws IOException {
    NavigableMap<Integer, Boolean> begins = numbers(true);
    NavigableMap<Integer, Boolean> others = numbers(false);
    if (others.containsKey(1)) {
      begins.putIfAbsent(1, false);
    }
    List<Series> series = new ArrayList<>();
    begins.descendingMap().forEach((begin, all) -> series.add(series(begin, all, begins, others)));
    return series;
  }

  private Series series(
      int begin,
      boolean all,
      NavigableMap<Integer, Boolean> begins,
      NavigableMap<Integer, Boolean> others) {
    List<Path> files = new ArrayList<>(List.of(file(begin, all)));
    for (int next = begin + 1; others.containsKey(next) && !begins.containsKey(next); next++) {
      files.add(file(next, false));
    }
    return new Series(begin, files);
  }

  /** Whether they have grown enough for another one that has all. */
  boolean hasGrown() throws IOException {
    List<Series> series = series();
    RecordGrowth growth = new RecordGrowth();
    if (!series.isEmpty()) {
      for (Path file : series.get(0).files()) {
        growth.add(file.getFileName().toString().endsWith(ALL), Files.size(file));
      }
    }
    return growth.isEnough();
  }

  /** Removes those before the series that has the file with that number, or was begun last then. */
  void removeBefore(int number) throws IOException {
    Integer begin = numbers(true).floorKey(number);
    for (boolean all : new boolean[] {false, true}) {
      for (int each : numbers(all).headMap(begin == null ? 0 : begin).keySet()) {
        Files.deleteIfExists(file(each, all));
      }
    }
  }

  /** Removes those with a higher number. */
  void removeAfter(int number) throws IOException {
    for (boolean all : new boolean[] {false, true}) {
      for (int each : numbers(all).tailMap(number, false).keySet()) {
        Files.deleteIfExists(file(each, all));
      }
    }
  }
}
