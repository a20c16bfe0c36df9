package org.ftmpj.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainClassTest {
  @TempDir Path directory;

  @Test
  void shouldBeThatOfTheProgramThatMpjExpressStarts() {
    String wrapper = "runtime.daemon.Wrapper #a|b;c 4 niodev host 40002 3 ";
    assertThat(MainClass.of(wrapper + "org.some.Main 0 x", "a.jar")).isEqualTo("org.some.Main");
    assertThat(MainClass.of(wrapper + "Main", "a.jar")).isEqualTo("Main");
    assertThat(MainClass.of("runtime.daemon.Wrapper 0", "a.jar")).isNull();
  }

  @Test
  void shouldBeTheFirstWord() {
    assertThat(MainClass.of("org.some.Main 0 x.jar", "a.jar")).isEqualTo("org.some.Main");
    assertThat(MainClass.of("Main", "")).isEqualTo("Main");
    assertThat(MainClass.of("some.module/org.some.Main 0", "a.jar")).isEqualTo("org.some.Main");
  }

  @Test
  void shouldBeThatOfTheJarAlsoIfItsNameHasSpaces() throws IOException {
    Path jar = directory.resolve("my program.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.some.Main");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    String classPath = jar + File.pathSeparator + "ftagent.jar";
    assertThat(MainClass.of(jar + " 0 1", classPath)).isEqualTo("org.some.Main");
  }

  @Test
  void shouldNotBeKnownWithoutTheLauncherOrForASourceFile() {
    assertThat(MainClass.of(null, "")).isNull();
    assertThat(MainClass.of("jdk.compiler/com.sun.tools.javac.launcher.Main A.java", "")).isNull();
  }
}
