package org.ftmpj.launcher.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassListTest {
  interface Shape {}

  static class Round implements Shape, Comparable<Round> {
    @Override
    public int compareTo(Round other) {
      return 0;
    }
  }

  static final class Ball extends Round {}

  /** Its supertype is not in the jar. */
  static final class OfTheProgram implements Elsewhere {}

  interface Elsewhere {}

  @TempDir private Path directory;
  private Path agentJar;
  private Path plain;

  @BeforeEach
  void makeJars() throws IOException {
    agentJar = directory.resolve("agent.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(agentJar))) {
      for (Class<?> type : List.of(Shape.class, Round.class, Ball.class, OfTheProgram.class)) {
        out.putNextEntry(new JarEntry("inst/" + path(type) + ".classdata"));
        try (InputStream in = type.getResourceAsStream("/" + path(type) + ".class")) {
          in.transferTo(out);
        }
      }
      out.putNextEntry(new JarEntry("inst/notice.txt"));
      out.putNextEntry(new JarEntry("org/Bridge.class"));
    }
    plain = directory.resolve("plain.jar");
    PlainClasses.write(agentJar, plain);
  }

  @Test
  void shouldGiveSupertypesOfOurClasses() throws IOException {
    String from = " source: file:" + agentJar;
    assertThat(
            list(
                List.of(),
                List.of(
                    Ball.class.getName() + from,
                    Shape.class.getName() + from,
                    "java.util.List source: shared objects file",
                    "Main source: file:/of/the/program/",
                    Ball.class.getName() + "$$Lambda/0x01 source: " + Ball.class.getName())))
        .containsExactly(
            "java/lang/Object id: 1",
            path(Shape.class) + " id: 2 super: 1 source: plain.jar",
            "java/lang/Comparable id: 3",
            path(Round.class) + " id: 4 super: 1 interfaces: 2 3 source: plain.jar",
            path(Ball.class) + " id: 5 super: 4 source: plain.jar");
  }

  @Test
  void shouldLeaveOutWhatHasSupertypesElsewhere() throws IOException {
    assertThat(list(List.of(), List.of(OfTheProgram.class.getName() + " source: file:" + agentJar)))
        .isEmpty();
  }

  /** Numbers of one list mean nothing in another. */
  @Test
  void shouldKeepTheClassesOfTheJdk() throws IOException {
    assertThat(
            list(
                List.of(
                    "# NOTE: Do not modify this file.",
                    "java/lang/Object id: 7",
                    "java/util/Map id: 8",
                    "java/util/Map$Entry id: 9",
                    "org/example/Main id: 10",
                    path(Ball.class) + " id: 11 super: 7 source: /agent.jar",
                    "@cp java/util/Map 1 2 3",
                    "@lambda-proxy java/util/Map apply ()Ljava/util/function/Function; x",
                    "@lambda-proxy org/example/Main run ()Ljava/lang/Runnable; x",
                    "@lambda-form-invoker [SPECIES_RESOLVE] java.lang.invoke.SimpleMethodHandle"),
                List.of()))
        .containsExactly(
            "java/lang/Object id: 1",
            "java/util/Map id: 2",
            "java/util/Map$Entry id: 3",
            "@lambda-proxy java/util/Map apply ()Ljava/util/function/Function; x",
            "@lambda-form-invoker [SPECIES_RESOLVE] java.lang.invoke.SimpleMethodHandle");
  }

  private List<String> list(List<String> ofJava, List<String> log) throws IOException {
    Path list = directory.resolve("list");
    try (ClassList classes = new ClassList(plain)) {
      classes.addJdk(Files.write(directory.resolve("jdk"), ofJava));
      classes.addOurs(Files.write(directory.resolve("log"), log), agentJar);
      classes.write(list);
    }
    return new ArrayList<>(Files.readAllLines(list));
  }

  private static String path(Class<?> type) {
    return type.getName().replace('.', '/');
  }
}
