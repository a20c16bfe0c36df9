package org.ftmpj.it.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.ftmpj.it.job.Installation;
import org.junit.jupiter.api.Test;

/** Whether the product still has the places at which the tests kill: they are named by methods. */
class PlacesIT {
  @Test
  void shouldFindEveryPlaceInTheShippedJars() throws IOException {
    Map<String, String> missing = new TreeMap<>();
    for (Place place : Place.ALL) {
      Set<String> types = new TreeSet<>();
      place.points().forEach(point -> types.add(point.type()));
      for (String type : types) {
        try {
          assertThat(Weaving.weave(place, type, classFile(type))).isNotEmpty();
        } catch (IllegalStateException e) {
          missing.put(place + " in " + type, e.getMessage());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static byte[] classFile(String type) throws IOException {
    if (type.startsWith("mpi/")) {
      return entry(Installation.mpjHome().resolve("lib/mpj.jar"), type + ".class");
    }
    if (type.contains("/bridge/")) {
      return entry(Installation.agent(), type + ".class");
    }
    return entry(Installation.agent(), "inst/" + type + ".classdata");
  }

  private static byte[] entry(Path jar, String name) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      ZipEntry entry = file.getEntry(name);
      assertThat(entry).as("%s in %s", name, jar).isNotNull();
      try (InputStream in = file.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }
  }
}
