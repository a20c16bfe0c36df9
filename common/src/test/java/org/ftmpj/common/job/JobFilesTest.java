package org.ftmpj.common.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobFilesTest {
  private static final JobLayout LAYOUT = new JobLayout(Path.of("/j"));

  /** Everything that the layout names. */
  static List<Method> places() {
    return Stream.of(JobLayout.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getReturnType() == Path.class)
        .filter(method -> !method.getName().equals("directory"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("places")
  void shouldKnowAllThatTheLayoutNames(Method place) throws Exception {
    Object[] numbers = new Object[place.getParameterCount()];
    Arrays.fill(numbers, 7);
    Path path = (Path) place.invoke(LAYOUT, numbers);
    Path relative = LAYOUT.directory().relativize(path);
    assertThat(JobFiles.areOurs(relative.toString(), false))
        .as("add %s to JobFiles: what it does not know is kept when a job is removed", relative)
        .isNotEqualTo(JobFiles.areOurs(relative.toString(), true));
    for (Path above = relative.getParent(); above != null; above = above.getParent()) {
      assertThat(JobFiles.areOurs(above.toString(), true)).as("%s", above).isTrue();
    }
  }

  @Test
  void shouldFindPlacesInTheLayout() {
    assertThat(places()).hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "channels/0-1/0-1-1/19700101-0000.cq4",
        "channels/0-1/12-7000-3.old/metadata.cq4t",
        "channels/0-1.new/0-1-1.new/metadata.cq4t",
        "determinants/2.new/0-1-0/19700101-0000.precreated",
        "bulk/12/older-3",
        "control.new",
        "job.4711.tmp",
        "incarnations/0.process.4711.tmp",
        "incarnations/0.checkpoint",
        "partner/h2/7/records/12.new",
        "partner/h2/7/images/3.new/records",
        "partner/h2/7/images/3.new/proofs",
        "partner/h2/7/images/3/heap",
        "appended/0123456789abcdef0123456789abcdef-3",
        "appended/lock",
        "reported/new-Thread.Builder",
        "logger/address.new",
        "logger/away-2",
        "logger/away--1",
        "logger/3/address",
        "logger/3/process",
        "logger/3/store/lock",
        "logger/3/store/job-j1-0bd73d50c7922f6e/0.records",
        "logger/3/store/job-j1-0bd73d50c7922f6e/enrolled",
        "logger/3/store/job-j1-0bd73d50c7922f6e/agreement/member",
        "logger/3/store/job-j1-0bd73d50c7922f6e/agreement/members",
        "crashes/logger-3",
        "logger/store/lock",
        "logger/store/job-j1-0bd73d50c7922f6e/0/0-1-0/metadata.cq4t"
      })
  void shouldKnowFilesOfParts(String name) {
    assertThat(JobFiles.areOurs(name, false)).isTrue();
    assertThat(JobFiles.areOurs(name, true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "notes.txt",
        "job.bak",
        "output/result.txt",
        "channels/0-1/notes.txt",
        "channels/0-1/0-1-1/notes.txt",
        "logger/store/thesis.tex",
        "logger/store/job-j1-0bd73d50c7922f6e/agreement/thesis.tex",
        "classes/Main.class",
        "x/job",
        "../job",
        ""
      })
  void shouldNotTakeOthersForOurs(String name) {
    assertThat(JobFiles.areOurs(name, false)).isFalse();
    assertThat(JobFiles.areOurs(name, true)).isFalse();
  }

  /** The program says how they begin. */
  @Test
  void shouldKnowNamesOfTemporaryFiles() {
    assertThat(JobFiles.areOurs("appended/names", true)).isTrue();
    assertThat(JobFiles.areOurs("appended/names/run1368.tmp", false)).isTrue();
    assertThat(JobFiles.areOurs("appended/names/my runs 1368", true)).isTrue();
    assertThat(JobFiles.areOurs("appended/names/1/x", false)).isFalse();
    assertThat(JobFiles.areOurs("appended/run1368.tmp", false)).isFalse();
  }

  @Test
  void shouldTellStoresOfAnEventLoggerFromOtherDirectories() {
    assertThat(JobFiles.areOfStores("ended-j-0bd73d50c7922f6e", true)).isTrue();
    assertThat(JobFiles.areOfStores("ended-j-0bd73d50c7922f6e/3", true)).isTrue();
    assertThat(JobFiles.areOfStores("ended-j-0bd73d50c7922f6e/3/0-1-0/metadata.cq4t", false))
        .isTrue();
    String raft = "ended-j-0bd73d50c7922f6e/agreement/raft/7bb3bb88-0d2f-3c47-8f5c-0a1b2c3d4e5f";
    assertThat(JobFiles.areOfStores(raft, true)).isTrue();
    assertThat(JobFiles.areOfStores(raft + "/sm", true)).isTrue();
    assertThat(JobFiles.areOfStores(raft + "/current/log_inprogress_0", false)).isTrue();
    assertThat(JobFiles.areOfStores("ended-projects/thesis.tex", false)).isFalse();
    assertThat(JobFiles.areOfStores("ended-projects/src", true)).isFalse();
  }
}
