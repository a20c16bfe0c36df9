package org.ftmpj.interceptors.threads;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Javas of this machine, for what they know of the public API of each version. */
final class Jdks {
  private static final Path USUAL_PLACE = Path.of("/usr/lib/jvm");

  private Jdks() {}

  /** A Java and its version. */
  private record Jdk(Path home, int version) {}

  /** The API of a version; aborts the test if no Java here knows it. */
  static JdkApi api(int version) throws IOException {
    List<Jdk> all = all();
    for (Jdk jdk : all) {
      if (jdk.version == version) {
        return JdkApi.of(jdk.home);
      }
    }
    for (Jdk newer : all) {
      if (newer.version > version) {
        Optional<JdkApi> api = JdkApi.of(newer.home, version);
        if (api.isPresent()) {
          return api.get();
        }
      }
    }
    return abort(
        "the API of Java " + version + " was not walked: of the Javas " + all + " none knows it");
  }

  /** The one that runs this, JAVA_HOME, and those in the usual place; the newest first. */
  private static List<Jdk> all() throws IOException {
    List<Path> homes = new ArrayList<>();
    homes.add(Path.of(System.getProperty("java.home")));
    Optional.ofNullable(System.getenv("JAVA_HOME")).map(Path::of).ifPresent(homes::add);
    if (Files.isDirectory(USUAL_PLACE)) {
      try (Stream<Path> usual = Files.list(USUAL_PLACE)) {
        usual.forEach(homes::add);
      }
    }
    return homes.stream()
        .filter(home -> Files.isRegularFile(home.resolve("release")))
        .map(home -> new Jdk(home, version(home)))
        .sorted(Comparator.comparing(Jdk::version).reversed())
        .toList();
  }

  /** The feature version, from the file that every Java has. */
  private static int version(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION=\""))
          .map(line -> line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')))
          .mapToInt(version -> Runtime.Version.parse(version).feature())
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
