package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was found of a program's classes is read as it was written, or not at all. */
class ReachFileTest {
  private static final String CLASSES = "{class path=1, values.hash=true}";

  @TempDir Path directory;

  private final List<byte[]> programs = new ArrayList<>();
  private Path file;

  @BeforeEach
  void write() throws Exception {
    for (String name : Classes.ofPrograms()) {
      programs.add(WovenLoader.classFile(name));
    }
    file = directory.resolve("reach");
    new ReachFile(file, CLASSES).write(Reach.of(programs, new ProgramSites()));
  }

  @Test
  void shouldSayTheSameOfEachCallAndClass() throws IOException {
    Reach found = Reach.of(programs, new ProgramSites());
    EveryCall all = new EveryCall(programs, new ProgramSites());

    Reach read = new ReachFile(file, CLASSES).read().orElseThrow();

    assertThat(all.edges())
        .isNotEmpty()
        .allSatisfy(
            call ->
                assertThat(read.isReachedBy(call.owner(), call.name(), call.type()))
                    .isEqualTo(found.isReachedBy(call.owner(), call.name(), call.type())))
        .anyMatch(call -> read.isReachedBy(call.owner(), call.name(), call.type()));
    assertThat(all.classes())
        .allSatisfy(name -> assertThat(read.concerns(name)).isEqualTo(found.concerns(name)))
        .anyMatch(read::concerns)
        .anyMatch(name -> !read.concerns(name));
  }

  @Test
  void shouldLeaveNothingElseBehind() {
    assertThat(directory.toFile().list()).containsExactly("reach");
  }

  @Test
  void shouldNotBeUsedForOtherClasses() throws IOException {
    ReachFile other = new ReachFile(file, CLASSES.replace('1', '2'));
    assertThat(other.read()).isEmpty();

    other.write(Reach.of(List.of(), new ProgramSites()));

    assertThat(other.read()).isPresent();
    assertThat(new ReachFile(file, CLASSES).read()).isEmpty();
  }

  @Test
  void shouldNotBeUsedIfAByteIsAnother() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at += at < 200 ? 1 : 101) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x20;
      Files.write(file, damaged);
      assertThat(new ReachFile(file, CLASSES).read()).as("byte %d", at).isEmpty();
    }
  }

  @Test
  void shouldNotBeUsedIfItsEndIsMissing() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length += length < 200 ? 1 : 101) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(new ReachFile(file, CLASSES).read()).as("%d bytes", length).isEmpty();
    }
  }

  @Test
  void shouldBeMissedWithoutAWord() throws IOException {
    assertThat(new ReachFile(directory.resolve("none"), CLASSES).read()).isEmpty();
  }
}
