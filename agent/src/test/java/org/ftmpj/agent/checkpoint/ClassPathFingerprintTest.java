package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Properties;
import org.ftmpj.common.config.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class path whose files are others has another fingerprint. */
class ClassPathFingerprintTest {
  private static final String CLASS_PATH = "java.class.path";
  private static final String BEFORE = System.getProperty(CLASS_PATH);

  @TempDir Path directory;

  private Path inPackage;
  private Path linked;
  private Path jar;
  private Map<String, String> first;

  @BeforeEach
  void write() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes/a"));
    inPackage = Files.writeString(classes.resolve("A.class"), "a");
    Files.writeString(classes.resolve("a.txt"), "a");
    Path target = Files.createDirectory(directory.resolve("target"));
    linked = Files.writeString(target.resolve("B.class"), "b");
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    jar = Files.writeString(directory.resolve("c.jar"), "c");
    System.setProperty(
        CLASS_PATH,
        String.join(
            File.pathSeparator,
            classes.getParent().toString(),
            link.toString(),
            jar.toString(),
            directory.resolve("none").toString()));
    first = fingerprint();
  }

  @AfterEach
  void putBack() {
    System.setProperty(CLASS_PATH, BEFORE);
  }

  @Test
  void shouldBeTheSameOfTheSameFiles() throws IOException {
    Files.writeString(directory.resolve("classes/a/a.txt"), "no class");
    assertThat(fingerprint()).isEqualTo(first);
  }

  @Test
  void shouldTellFilesOfOtherSizesApart() throws IOException {
    for (Path file : new Path[] {inPackage, linked, jar}) {
      FileTime before = Files.getLastModifiedTime(file);
      Files.writeString(file, "longer");
      Files.setLastModifiedTime(file, before);
      Map<String, String> other = fingerprint();
      assertThat(other).as("%s", file).isNotEqualTo(first);
      first = other;
    }
  }

  @Test
  void shouldTellFilesOfOtherTimesApart() throws IOException {
    for (Path file : new Path[] {inPackage, linked, jar}) {
      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      Map<String, String> other = fingerprint();
      assertThat(other).as("%s", file).isNotEqualTo(first);
      first = other;
    }
  }

  @Test
  void shouldTellFilesOfOtherNamesApart() throws IOException {
    Files.move(inPackage, inPackage.resolveSibling("B.class"));
    assertThat(fingerprint()).isNotEqualTo(first);
  }

  @Test
  void shouldTellTheTargetsOfLinksApart() throws IOException {
    Path link = inPackage.resolveSibling("L.class");
    Path target = Files.writeString(directory.resolve("other"), "1");
    Files.createSymbolicLink(link, target);
    first = fingerprint();
    Files.writeString(target, "longer");
    assertThat(fingerprint()).isNotEqualTo(first);
  }

  private static Map<String, String> fingerprint() {
    return Fingerprint.of(Configuration.resolve(null, new Properties(), Map.of(), path -> null));
  }
}
