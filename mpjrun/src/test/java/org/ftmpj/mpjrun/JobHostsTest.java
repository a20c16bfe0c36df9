package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.transport.direct.RankAddresses;
import org.junit.jupiter.api.Test;

class JobHostsTest {
  @Test
  void shouldNumberHostsInTheOrderOfTheirLowestRanks() {
    // In the order in which the ranks came to the starter; 70001 is 1 << 16 | 4465.
    JobHosts hosts =
        of("10.0.0.1@0@102@2@0;10.0.0.2@70001@101@1@0;10.0.0.3@9@103@3@0;10.0.0.1@8@100@0@0");
    assertThat(hosts.areSeveral()).isTrue();
    assertThat(hosts.placement().hostOfRank()).containsExactly(1, 2, 1, 3);
    assertThat(hosts.leaderOf(1)).isZero();
    assertThat(hosts.leaderOf(3)).isEqualTo(3);
    assertThat(hosts.supervisorsOf(1)).extracting(Peers.Peer::pid).containsExactly(100, 102);
    assertThat(hosts.addressOf(2)).hasToString("/10.0.0.2:4465");
    assertThat(hosts.othersThan(2)).containsExactly(1, 3);
    assertThat(hosts.rankAddresses(1, Seal.MAC))
        .isEqualTo(new RankAddresses(Seal.MAC, "10.0.0.1", Map.of(1, "10.0.0.2", 3, "10.0.0.3")));
    assertThatCode(hosts::requireMeeting).doesNotThrowAnyException();
  }

  @Test
  void shouldNotMindTheNumbersOfAJobOnOneHost() {
    JobHosts hosts = of("127.0.0.1@0@101@0@0;127.0.0.1@65536@102@1@0");
    assertThat(hosts.areSeveral()).isFalse();
    assertThatCode(hosts::requireMeeting).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseHostsWithoutASecret() {
    assertRefused("10.0.0.1@65536@101@0@0;10.0.0.2@0@102@1@0", "on all without");
    assertRefused("10.0.0.1@7@101@0@0;10.0.0.2@65536@102@1@0", "on [10.0.0.2] without");
  }

  @Test
  void shouldRefuseAHostThatTheOthersCannotReach() {
    assertRefused("127.0.1.1@7@101@0@0;10.0.0.2@7@102@1@0", "cannot reach 127.0.1.1");
  }

  private static void assertRefused(String answer, String text) {
    assertThatThrownBy(() -> of(answer).requireMeeting())
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEVERAL_HOSTS))
        .hasMessageContaining(text);
  }

  private static JobHosts of(String ranks) {
    int size = List.of(ranks.split(";")).size();
    return JobHosts.of(Peers.parse("#Peer Information;" + ranks, size));
  }
}
