package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.program.Quiet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
  void shouldTellMethodsOfOneNameApart() {
    assertThat(reach.isReachedBy(PROGRAM + "Quiet", "go", "(I)D")).isFalse();
    assertThat(reach.isReachedBy(PROGRAM + "Quiet", "<init>", "(D)V")).isFalse();
    assertThat(reach.isReachedBy(PROGRAM + "Shapes$Base", "<init>", "(ILjava/lang/String;)V"))
        .isTrue();
  }

  @Test
  void shouldLeaveClassesWithoutMessagesAsTheyAre() throws Exception {
    TwinWeaver weaver = new TwinWeaver(new ProgramSites(), reach, new KnownSites(), any -> false);
    String quiet = Quiet.class.getName().replace('.', '/');
    byte[] classFile = WovenLoader.classFile(quiet);
    assertThat(weaver.rewrite(getClass().getClassLoader(), quiet, classFile, false)).isNull();
  }
}
