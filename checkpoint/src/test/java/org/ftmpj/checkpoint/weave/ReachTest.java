package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.program.Quiet;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls may reach a message. */
class ReachTest {
  private static final String PROGRAM = "org/ftmpj/checkpoint/program/";

  private Reach reach;

  @BeforeEach
  void read() throws IOException {
    reach = Reach.ofClassPath(List.of(Classes.directory()), new ProgramSites());
  }

  @Test
  void shouldFollowCallsOfMethodsThatAreOverriddenOrInherited() {
    String area = "(Ljava/lang/Comparable;)Ljava/lang/Comparable;";
    assertThat(reach.isReachedBy(PROGRAM + "Shapes$Area", "area", area)).isTrue();
    assertThat(reach.isReachedBy(PROGRAM + "Shapes$Square", "twice", "(D)D")).isTrue();
    assertThat(reach.isReachedBy(PROGRAM + "Shapes$Color", "value", "()I")).isTrue();
    assertThat(reach.isReachedBy(PROGRAM + "Shapes$Inner", "go", "(I)D")).isTrue();
  }

  @Test
  void shouldFollowLambdasToWhereTheirInterfaceIsCalled() {
    assertThat(reach.isReachedBy("java/util/function/DoubleUnaryOperator", "applyAsDouble", "(D)D"))
        .isTrue();
    assertThat(reach.isReachedBy("java/util/function/IntUnaryOperator", "applyAsInt", "(I)I"))
        .isFalse();
  }

  @Test
  void shouldReadADirectoryThatIsALink(@TempDir Path directory) throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Classes.directory());
    assertThat(Reach.ofClassPath(List.of(link), new ProgramSites()).concerns(PROGRAM + "Shapes"))
        .isTrue();
  }

  @Test
  void shouldTellMethodsOfOneNameApart() {
    assertThat(reach.isReachedBy(PROGRAM + "Quiet", "go", "(I)D")).isFalse();
    assertThat(reach.isReachedBy(PROGRAM + "Quiet", "<init>", "(D)V")).isFalse();
    assertThat(reach.isReachedBy(PROGRAM + "Shapes$Base", "<init>", "(ILjava/lang/String;)V"))
        .isTrue();
  }

  @Test
  void shouldFindWhatLookingAtEveryCallFindsInTheTestPrograms() throws Exception {
    List<byte[]> programs = new ArrayList<>();
    for (String name : Classes.ofPrograms()) {
      programs.add(WovenLoader.classFile(name));
    }
    compare(programs, new ProgramSites());
  }

  @ParameterizedTest
  @CsvSource({
    "java/util/concurrent/locks/LockSupport, park",
    // A message that is called, and made a lambda of.
    "java/util/List, add",
    "java/util/Comparator, compare"
  })
  @Rotated(
      kind = "weaving for checkpoints",
      turns = {0, 4})
  void shouldFindWhatLookingAtEveryCallFindsInTheJdk(String owner, String name) throws IOException {
    List<byte[]> classes = new ArrayList<>();
    for (String of : List.of("util", "util/concurrent", "util/function", "util/stream")) {
      for (Path file : Classes.ofJdk("java/" + of)) {
        classes.add(Files.readAllBytes(file));
      }
    }
    compare(
        classes,
        new Sites() {
          @Override
          public boolean isProgram(String any) {
            return true;
          }

          @Override
          public boolean isMessage(String ownerOfCall, String called, String descriptor) {
            return ownerOfCall.equals(owner) && called.equals(name);
          }
        });
  }

  private static void compare(List<byte[]> classFiles, Sites sites) {
    Reach found = Reach.of(classFiles, sites);
    EveryCall expected = new EveryCall(classFiles, sites);
    Set<String> reaching = new TreeSet<>();
    Set<String> expectedReaching = new TreeSet<>();
    for (EveryCall.Edge call : expected.edges()) {
      String inWords = call.owner() + "." + call.name() + call.type();
      if (found.isReachedBy(call.owner(), call.name(), call.type())) {
        reaching.add(inWords);
      }
      if (expected.reaches(call)) {
        expectedReaching.add(inWords);
      }
    }
    assertThat(reaching).isEqualTo(expectedReaching).isNotEmpty();
    assertThat(expected.classes().stream().filter(found::concerns))
        .containsExactlyInAnyOrderElementsOf(
            expected.classes().stream().filter(expected::concerns).toList());
  }

  @Test
  void shouldLeaveClassesWithoutMessagesAsTheyAre() throws Exception {
    TwinWeaver weaver =
        new TwinWeaver(null, new ProgramSites(), reach, new KnownSites(), any -> false);
    String quiet = Quiet.class.getName().replace('.', '/');
    byte[] classFile = WovenLoader.classFile(quiet);
    assertThat(weaver.rewrite(getClass().getClassLoader(), quiet, classFile, false)).isNull();
  }
}
