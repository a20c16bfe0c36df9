package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files {@code ftmpj-JOB.out} and {@code ftmpj-JOB.err} of the processes that come after a
 * job's launcher, one after the other.
 */
public final class ConsoleFiles {
  private static final String OUT = ".out";
  private static final String ERR = ".err";

  private final Path directory;

  /** Their lengths when one was lost. */
  private final List<Integer> outEnds = new ArrayList<>();

  private final List<Integer> errEnds = new ArrayList<>();

  public ConsoleFiles(Job job) {
    directory = job.directory();
  }

  /** A process that has written to them, if any, is lost: what comes now is of another one. */
  public void nextProcess() {
    outEnds.add(bytes(OUT).length);
    errEnds.add(bytes(ERR).length);
  }

  /** All standard output so far. */
  public List<Line> out() {
    return lines(bytes(OUT));
  }

  /** All that was said on standard error so far. */
  public String err() {
    return new String(bytes(ERR), StandardCharsets.UTF_8);
  }

  /** Standard output of each process. */
  public List<List<Line>> outs() {
    return parts(bytes(OUT), outEnds);
  }

  /** Standard error of each process. */
  public List<List<Line>> errs() {
    return parts(bytes(ERR), errEnds);
  }

  private static List<List<Line>> parts(byte[] all, List<Integer> ends) {
    List<List<Line>> parts = new ArrayList<>();
    int start = 0;
    for (int end : ends) {
      parts.add(lines(Arrays.copyOfRange(all, start, end)));
      start = end;
    }
    parts.add(lines(Arrays.copyOfRange(all, start, all.length)));
    return parts;
  }

  private static List<Line> lines(byte[] text) {
    return new String(text, StandardCharsets.UTF_8).lines().map(Line::parse).toList();
  }

  private byte[] bytes(String suffix) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found =
          files
              .filter(file -> file.getFileName().toString().matches("ftmpj-.*\\" + suffix))
              .toList();
      return found.isEmpty() ? new byte[0] : Files.readAllBytes(found.get(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
