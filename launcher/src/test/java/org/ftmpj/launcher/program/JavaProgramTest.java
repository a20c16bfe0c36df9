package org.ftmpj.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaProgramTest {
  @TempDir Path directory;

  @Test
  void shouldTakeTheMainClassOfAJar() throws Exception {
    Path jar = jar("org.example.Main ");
    JavaProgram program = JavaProgram.ofJar(jar, List.of("-x"));
    assertThat(program)
        .isEqualTo(new JavaProgram(jar.toString(), "org.example.Main", List.of("-x")));
    assertThat(program.classPathWith(Path.of("mpj.jar")))
        .isEqualTo(jar + File.pathSeparator + "mpj.jar");
  }

  @Test
  void shouldRefuseAJarWithoutMainClass() throws Exception {
    Path jar = jar(null);
    assertThatThrownBy(() -> JavaProgram.ofJar(jar, List.of()))
        .hasMessageContaining("FTMPJ-1602")
        .hasMessageContaining(jar.toString());
  }

  @Test
  void shouldRefuseAMissingJar() {
    assertThatThrownBy(() -> JavaProgram.ofJar(directory.resolve("no.jar"), List.of()))
        .hasMessageContaining("FTMPJ-1602")
        .hasMessageContaining("no.jar");
  }

  @Test
  void shouldGiveTheArgumentsOfMpjExpress() {
    RunRequest request = new RunRequest(4, new JavaProgram(".", "Main", List.of()), List.of());
    assertThat(request.mpjArguments(2, 4711))
        .containsExactly(
            "2",
            "#Number of Processes;4;#Protocol Switch Limit;131072;"
                + "#Server Name;localhost;#Server Port;4711",
            "niodev");
  }

  private Path jar(String mainClass) throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (mainClass != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    }
    Path jar = directory.resolve("program.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.finish();
    }
    return jar;
  }
}
