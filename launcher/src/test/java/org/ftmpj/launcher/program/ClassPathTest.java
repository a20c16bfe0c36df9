package org.ftmpj.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPathTest {
  @TempDir Path directory;
  private Path classes;
  private Path gone;

  @BeforeEach
  void makeAClass() throws Exception {
    gone = directory.resolve("gone");
    classes = Files.createDirectories(directory.resolve("classes"));
    Files.createDirectory(classes.resolve("my"));
    Files.createFile(classes.resolve("my/Main.class"));
    Path lib = Files.createDirectory(directory.resolve("lib"));
    try (OutputStream file = Files.newOutputStream(lib.resolve("a.jar"));
        ZipOutputStream jar = new ZipOutputStream(file)) {
      jar.putNextEntry(new ZipEntry("InJar.class"));
      jar.closeEntry();
    }
  }

  @Test
  void shouldFindAClassWhereverJavaDoes() {
    assertThat(missing("my.Main", classes.toString())).isEmpty();
    assertThat(missing("InJar", directory + "/lib/a.jar")).isEmpty();
    assertThat(missing("InJar", directory + "/lib/*")).isEmpty();
    assertThat(missing("java.lang.String", "")).isEmpty();
  }

  /** Java ignores them, and so would the user. */
  @Test
  void shouldNameEntriesThatAreNotThere() {
    String path = gone + File.pathSeparator + classes + File.pathSeparator + gone + "/*";
    assertThat(missing("my.Main", path)).containsExactly(gone.toString(), gone + "/*");
  }

  @Test
  void shouldSayThatTheClassIsNotThere() {
    assertThatThrownBy(() -> missing("my.Mian", classes + File.pathSeparator + gone))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining(
            "FTMPJ-1204: there is no class my.Mian on the class path %s:%s, of which not there: %s."
                .formatted(classes, gone, gone));
  }

  @ParameterizedTest
  @CsvSource({
    "a.jar, use -jar",
    "my/Main.class, ",
    "Main.class, the name of the class",
    "Main.java, the name of the class"
  })
  void shouldHintAtAFileInThePlaceOfAClass(String name, String hint) {
    if (hint == null) {
      assertThat(missing(name, classes.toString())).as("may be of a module").isEmpty();
      return;
    }
    assertThatThrownBy(() -> missing(name, classes.toString())).hasMessageContaining(hint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-Xbootclasspath/a:x.jar", "-javaagent:x.jar", "-Djava.system.class.loader=X"})
  void shouldNotJudgeWhereClassesMayComeFromElsewhere(String jvmArgument) {
    assertThat(missing("no.Such", classes.toString(), jvmArgument)).isEmpty();
  }

  private List<String> missing(String main, String path, String... jvmArguments) {
    JavaProgram program = new JavaProgram(path, main, List.of());
    RunRequest request = new RunRequest(1, program, List.of(jvmArguments));
    return ClassPath.of(request, classes).requireMainClass();
  }
}
