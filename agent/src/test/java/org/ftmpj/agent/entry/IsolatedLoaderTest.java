package org.ftmpj.agent.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.bytebuddy.matcher.ElementMatcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.Label;
import org.slf4j.Logger;

class IsolatedLoaderTest {
  private static final ClassLoader APPLICATION = IsolatedLoaderTest.class.getClassLoader();

  @TempDir Path directory;
  private Path jar;
  private IsolatedLoader loader;

  @BeforeEach
  void makeJar() throws IOException {
    jar = directory.resolve("agent.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      put(out, "inst/", Label.class);
      out.putNextEntry(new JarEntry("inst/META-INF/services/some.Service"));
      out.write("ours".getBytes());
      out.putNextEntry(new JarEntry("inst/byte-buddy.jar"));
      JarOutputStream nested = new JarOutputStream(out);
      put(nested, "", ElementMatcher.class);
      nested.finish();
    }
    loader = new IsolatedLoader(jar.toFile(), APPLICATION);
  }

  private static void put(JarOutputStream out, String folder, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    out.putNextEntry(new JarEntry(folder + name + "data"));
    try (InputStream in = APPLICATION.getResourceAsStream(name)) {
      in.transferTo(out);
    }
  }

  @Test
  void shouldLoadByteBuddyFromTheJarInItsJar() throws Exception {
    Class<?> own = loader.loadClass(ElementMatcher.class.getName());
    assertThat(own).isNotSameAs(ElementMatcher.class);
    assertThat(own.getClassLoader()).isSameAs(loader);
    try (InputStream in =
        loader.getResourceAsStream("net/bytebuddy/matcher/ElementMatcher.class")) {
      assertThat(in).isNotNull();
    }
    assertThat(loader.getResourceAsStream("net/bytebuddy/ByteBuddy.class")).isNull();
    assertThatThrownBy(() -> loader.loadClass("net.bytebuddy.ByteBuddy"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void shouldLoadItsOwnVersionOfAClassTheProgramHas() throws Exception {
    Class<?> own = loader.loadClass(Label.class.getName());
    assertThat(own).isNotSameAs(Label.class).isSameAs(loader.loadClass(Label.class.getName()));
    assertThat(own.getClassLoader()).isSameAs(loader);
    assertThat(own.getPackage().getName()).isEqualTo("org.objectweb.asm");
    assertThat(own.getProtectionDomain().getCodeSource().getLocation())
        .isEqualTo(jar.toUri().toURL());
  }

  @Test
  void shouldNotTakeALibraryOfTheProgramForOneOfOurs() {
    assertThatThrownBy(() -> loader.loadClass(Logger.class.getName()))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(loader.getResource("org/slf4j/Logger.class")).isNull();
  }

  @Test
  void shouldTakeMpjExpressAndBridgeFromTheProgram() throws Exception {
    assertThat(loader.loadClass("xdev.Device")).isSameAs(xdev.Device.class);
    assertThat(loader.loadClass("org.ftmpj.interceptors.bridge.Hooks"))
        .isSameAs(org.ftmpj.interceptors.bridge.Hooks.class);
    assertThat(loader.getResource("mpi/MPI.class")).isNotNull();
    try (InputStream in = loader.getResourceAsStream("mpi/MPI.class")) {
      assertThat(in).isNotNull();
    }
  }

  @Test
  void shouldTakeTheRestFromTheJdk() throws Exception {
    assertThat(loader.loadClass("java.util.List")).isSameAs(java.util.List.class);
    assertThat(loader.loadClass("java.sql.Driver").getName()).isEqualTo("java.sql.Driver");
  }

  @Test
  void shouldFindOnlyItsOwnResources() throws Exception {
    String service = "META-INF/services/some.Service";
    try (InputStream in = loader.getResourceAsStream(service)) {
      assertThat(in).hasContent("ours");
    }
    try (InputStream in = loader.getResource(service).openStream()) {
      assertThat(in).hasContent("ours");
    }
    assertThat(Collections.list(loader.getResources(service))).hasSize(1);
    assertThat(Collections.list(loader.getResources("META-INF/MANIFEST.MF"))).isEmpty();
  }
}
