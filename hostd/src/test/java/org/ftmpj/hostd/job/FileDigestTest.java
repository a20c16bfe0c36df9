package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDigestTest {
  @TempDir Path directory;

  @Test
  void shouldTellAJarThatIsNotThereFromOneThatDiffers() throws IOException {
    Path jar = directory.resolve("a.jar");
    FileDigest missing = FileDigest.of(jar);
    assertThat(missing.difference()).isEmpty();
    jar(jar, "x", 1);
    assertThat(missing.difference().orElseThrow()).contains("a.jar is there, but not");
    FileDigest there = FileDigest.of(jar);
    assertThat(there.difference()).isEmpty();
    jar(jar, "y", 1);
    assertThat(there.difference().orElseThrow()).contains("a.jar is not the same");
    Files.delete(jar);
    assertThat(there.difference().orElseThrow()).contains("a.jar is not there");
  }

  @Test
  void shouldNotMindWhenAJarWasMade() throws IOException {
    Path jar = directory.resolve("a.jar");
    jar(jar, "x", 1);
    FileDigest first = FileDigest.of(jar);
    jar(jar, "x", 1_000_000_000_000L);
    assertThat(first.difference()).isEmpty();
  }

  @Test
  void shouldCompareTheClassesOfADirectoryOnly() throws IOException {
    Path packages = Files.createDirectories(directory.resolve("p"));
    Files.writeString(packages.resolve("Main.class"), "1");
    FileDigest first = FileDigest.of(directory);
    Files.writeString(packages.resolve("notes"), "1");
    assertThat(first.difference()).isEmpty();
    Files.writeString(packages.resolve("Main.class"), "2");
    assertThat(first.difference()).isPresent();
  }

  @Test
  void shouldTakeAllJarsOfADirectory() throws IOException {
    jar(directory.resolve("b.jar"), "x", 1);
    jar(directory.resolve("a.JAR"), "x", 1);
    List<FileDigest> digests = FileDigest.ofClassPath("*:c.jar", directory);
    assertThat(digests)
        .extracting(digest -> digest.file().getFileName().toString())
        .containsExactly("a.JAR", "b.jar", "c.jar");
  }

  private static void jar(Path file, String text, long timeMs) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      ZipEntry entry = new ZipEntry("Main.class");
      entry.setLastModifiedTime(FileTime.fromMillis(timeMs));
      zip.putNextEntry(entry);
      zip.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }
}
