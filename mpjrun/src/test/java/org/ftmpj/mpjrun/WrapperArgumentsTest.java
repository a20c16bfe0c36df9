package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;

class WrapperArgumentsTest {
  private static final String JOB =
      "#temp|line;#Number|of|Processes;8;#Protocol|Switch|Limit;131072;#Entry,|HOST_NAME;127.0.0.1@0@0@0@0";

  @Test
  void shouldTakeTheSizeOfTheJobAndNotTheNumberOfProcessesOnThisHost() {
    List<String> arguments = List.of(JOB, "3", "niodev", "head", "40002", "5", "Main", "x");
    assertThat(WrapperArguments.device(arguments)).isEqualTo("niodev");
    assertThat(WrapperArguments.parse(arguments))
        .isEqualTo(new WrapperArguments(8, "head", 40002, 5, "Main", List.of("127.0.0.1")));
  }

  @Test
  void shouldKnowWhichRanksMayLeadAHost() {
    String job = JOB.replace(";127.0.0.1@0@0@0@0", "");
    for (String entry : List.of("a@0@0@0@0", "b@0@0@1@0", "a@0@0@2@0", "b@0@0@3@24500")) {
      job += ";" + entry;
    }
    job = job.replace("Processes;8", "Processes;4");
    for (int rank = 0; rank < 4; rank++) {
      WrapperArguments wrapper =
          WrapperArguments.parse(
              List.of(job, "2", "niodev", "head", "40002", Integer.toString(rank), "Main"));
      assertThat(wrapper.mayLeadAHost()).isEqualTo(rank < 2);
      if (rank < 2) {
        assertThat(wrapper.likelyHost()).isEqualTo(rank + 1);
      }
    }
    assertThat(
            WrapperArguments.parse(List.of(job, "4", "niodev", "head", "40002", "0", "Main"))
                .mayLeadAHost())
        .as("all ranks here")
        .isFalse();
  }

  @Test
  void shouldFindTheStarterOfAHybridJob() {
    String job = "#temp|line;#Number|of|Processes;2;;#Server|Name;head;#Server|Port;40002";
    List<String> arguments =
        List.of("/w", "4", "hybdev", "local", "EMPTY", "Main", "8", "2", "1", job, "niodev", "x");
    assertThat(WrapperArguments.parseHybrid(arguments))
        .isEqualTo(new WrapperArguments(2, "head", 40002, 1, "Main", List.of()));
  }

  @Test
  void shouldRefuseOtherArguments() {
    for (List<String> arguments :
        List.of(
            List.<String>of(),
            List.of("no size", "3", "niodev", "head", "40002", "5", "Main"),
            List.of(JOB, "3", "niodev", "head", "port", "5", "Main"))) {
      assertThatThrownBy(() -> WrapperArguments.parse(arguments))
          .isInstanceOfSatisfying(
              FtmpjException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_MPJ_EXPRESS));
    }
  }
}
