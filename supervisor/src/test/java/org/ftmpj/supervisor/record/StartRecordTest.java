package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartRecordTest {
  @TempDir Path directory;

  @Test
  void shouldStartTheSameAgain() throws Exception {
    Path file = directory.resolve("start");
    ProcessBuilder before =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "printf '%s|' \"$@\" \"$NAME\" \"$PWD\"",
                "sh",
                "a b",
                "c\nd\\e",
                "")
            .directory(directory.toFile());
    before.environment().clear();
    before.environment().putAll(Map.of("NAME", "= two\nlines\r\\n", "OTHER", ""));
    StartRecord.of(before).write(file);

    Process again = StartRecord.read(file).orElseThrow().process().start();
    assertThat(new String(again.getInputStream().readAllBytes()))
        .isEqualTo("a b|c\nd\\e||= two\nlines\r\\n|" + directory.toRealPath() + "|");
  }

  /** Environments hold passwords. */
  @Test
  void shouldBeForItsUserOnly() throws Exception {
    Path file = directory.resolve("start");
    new StartRecord(directory, List.of("a"), Map.of("PASSWORD", "x")).write(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void shouldBeEmptyIfThereIsNone() {
    assertThat(StartRecord.read(directory.resolve("start"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftmpj-start 2\ndirectory /\nword x\n",
        "ftmpj-start 1\n",
        "ftmpj-start 1\nword x\n",
        "ftmpj-start 1\ndirectory /\n",
        "ftmpj-start 1\ndirectory /\nword x\nset NAME\n",
        "ftmpj-start 1\ndirectory /\nword \\x\n",
        "ftmpj-start 1\ndirectory /\nword x\nwhat\n"
      })
  void shouldRefuseWhatIsNoRecord(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("start"), text);
    assertThatThrownBy(() -> StartRecord.read(file)).hasMessageContaining("FTMPJ-130");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-javaagent:", "-agentlib:instrument="})
  void shouldNeedTheJarOfTheAgent(String option) throws Exception {
    String word = option + "agent.jar=log.level=info";
    StartRecord record = new StartRecord(directory, List.of("java", word, "Main"), Map.of());
    assertThatThrownBy(record::requireThere)
        .hasMessageContaining("FTMPJ-1602")
        .hasMessageContaining(directory.resolve("agent.jar").toString());

    Files.createFile(directory.resolve("agent.jar"));
    assertThatCode(record::requireThere).doesNotThrowAnyException();
    assertThat(StartRecord.agent(word)).contains("agent.jar");
    assertThat(StartRecord.agent("-agentlib:jdwp=server=y")).isEmpty();
  }

  @Test
  void shouldKeepTheRestWithAnotherCommand() {
    StartRecord record = new StartRecord(directory, List.of("a"), Map.of("X", "1"));
    assertThat(record.with(List.of("b", "c")))
        .isEqualTo(new StartRecord(directory, List.of("b", "c"), Map.of("X", "1")));
  }
}
