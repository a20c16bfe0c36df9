package org.ftmpj.it.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Collects the lines of a stream as they come. */
final class Output {
  private final List<Line> lines = new ArrayList<>();
  private final Thread reader;

  Output(InputStream stream, String name) {
    reader = new Thread(() -> read(stream), name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream stream) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        synchronized (lines) {
          lines.add(Line.parse(line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Line> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  int size() {
    synchronized (lines) {
      return lines.size();
    }
  }

  int ofRanks() {
    synchronized (lines) {
      int count = 0;
      for (Line line : lines) {
        count += line.rank() >= 0 ? 1 : 0;
      }
      return count;
    }
  }

  int of(int rank) {
    synchronized (lines) {
      int count = 0;
      for (Line line : lines) {
        count += line.rank() == rank ? 1 : 0;
      }
      return count;
    }
  }

  /** Waits for the end of the stream, but not for ever: another process may have inherited it. */
  boolean ended() throws InterruptedException {
    reader.join(60_000);
    return !reader.isAlive();
  }
}
