package org.ftmpj.replay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassDigestsTest {
  @TempDir Path directory;

  @Test
  void shouldNameWhatHasChanged() throws IOException {
    write("classes/a/Same.class", "same");
    write("classes/a/Changed.class", "before");
    write("classes/a/Gone.class", "gone");
    write("classes/a/notes.txt", "before");
    jar("lib/x.jar", Map.of("b/InJar.class", "before", "b/Kept.class", "kept"));
    String classPath = "classes" + File.pathSeparator + "lib/*" + File.pathSeparator + "missing";
    Path file = directory.resolve("digests");
    ClassDigests.of(classPath, directory).write(file);
    ClassDigests recorded = ClassDigests.read(file).orElseThrow();
    assertThat(recorded.changedSince()).isEmpty();

    write("classes/a/Changed.class", "after");
    write("classes/a/notes.txt", "after");
    write("classes/a/New.class", "new");
    Files.delete(directory.resolve("classes/a/Gone.class"));
    jar("lib/x.jar", Map.of("b/InJar.class", "after", "b/Kept.class", "kept"));
    assertThat(recorded.changedSince()).containsExactly("a.Changed", "a.Gone", "a.New", "b.InJar");
  }

  @Test
  void shouldLetTheFirstOfANameCount() throws IOException {
    write("first/A.class", "1");
    write("second/A.class", "2");
    ClassDigests recorded = ClassDigests.of("first" + File.pathSeparator + "second", directory);
    write("second/A.class", "3");
    assertThat(recorded.changedSince()).isEmpty();
    write("first/A.class", "4");
    assertThat(recorded.changedSince()).containsExactly("A");
  }

  @Test
  void shouldRefuseWhatIsNoRecord() throws IOException {
    Path file = directory.resolve("digests");
    assertThat(ClassDigests.read(file)).isEmpty();
    Files.writeString(file, "ftmpj-classes 2\n");
    assertThatThrownBy(() -> ClassDigests.read(file)).hasMessageContaining("FTMPJ-1303");
    Files.writeString(file, "ftmpj-classes 1\nno number\n");
    assertThatThrownBy(() -> ClassDigests.read(file)).hasMessageContaining("FTMPJ-1302");
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void jar(String name, Map<String, String> entries) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes());
        zip.closeEntry();
      }
    }
  }
}
