package org.ftmpj.it.place;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Which incarnations of which ranks of a job are killed where, by the place agent. In a directory
 * of its own; an incarnation reads it when it starts, so it may grow while the job runs.
 */
public final class Plan {
  static final String FILE = "plan";
  static final String HIT = "hit";
  static final String COUNT = "count";
  static final String CHAIN = "chain";
  static final String FAIL = "fail";

  private final Path directory;
  private final List<PlacedKill> kills = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  /**
   * A plan without any kill.
   *
   * @param directory absolute; is created
   */
  public Plan(Path directory) {
    this(directory, true);
  }

  private Plan(Path directory, boolean isNew) {
    this.directory = directory;
    if (isNew) {
      write();
    }
  }

  /** One that a job has followed, to be asked what it has counted; any process may ask. */
  public static Plan followed(Path directory) {
    return new Plan(directory, false);
  }

  /** One more kill; at most one of each incarnation. */
  public Plan kill(PlacedKill kill) {
    kills.add(kill);
    lines.add(kill.line());
    write();
    return this;
  }

  /** An error is thrown there instead of a kill. */
  public Plan fail(PlacedKill failure) {
    kills.add(failure);
    lines.add(failure.line() + " " + FAIL);
    write();
    return this;
  }

  /**
   * A rank takes a checkpoint at each of its calls of MPI, if it can, and is killed after some of
   * them, again and again.
   *
   * @param deaths so often
   * @param stride about so many checkpoints after each start
   * @param most checkpoints of the incarnation after the last death
   * @param every as for {@code --checkpoint-every}, in place of that: no two come sooner
   */
  public Plan chain(int rank, int deaths, int stride, int most, String every) {
    lines.add(CHAIN + " " + rank + " " + deaths + " " + stride + " " + most + " " + every);
    write();
    return this;
  }

  /** Kills none, but counts all passings in all processes. */
  public Plan counting() {
    lines.add(COUNT);
    write();
    return this;
  }

  private void write() {
    try {
      Files.createDirectories(directory);
      Path unready = directory.resolve(FILE + ".new");
      Files.writeString(unready, String.join("\n", lines) + "\n");
      Files.move(
          unready,
          directory.resolve(FILE),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The argument of the ranks' Java machines. */
  public String jvmArgument() {
    return "-javaagent:" + PlaceJar.file() + "=" + directory;
  }

  public List<PlacedKill> kills() {
    return List.copyOf(kills);
  }

  /** Those that have happened. */
  public List<PlacedKill> hits() {
    return kills.stream()
        .filter(kill -> Files.exists(file(HIT, kill.rank(), kill.incarnation())))
        .toList();
  }

  /** The kills that did not happen, the job having ended. */
  public List<PlacedKill> missed() {
    List<PlacedKill> hits = hits();
    return kills().stream().filter(kill -> !hits.contains(kill)).toList();
  }

  /** How often an incarnation of a rank has passed a place, if it counted. */
  public long count(int rank, int incarnation, Place place) {
    Path file = file(COUNT, rank, incarnation);
    try {
      return Files.exists(file)
          ? ByteBuffer.wrap(Files.readAllBytes(file)).getLong(place.ordinal() * Long.BYTES)
          : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(String kind, int rank, int incarnation) {
    return directory.resolve(kind + "." + rank + "." + incarnation);
  }
}
