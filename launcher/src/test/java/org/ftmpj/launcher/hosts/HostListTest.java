package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b|4|a,b|1,1,2,2",
        "a,b|3|a,b|1,1,2",
        "a,b,c|2|a,b|1,2",
        "a:1,b|4|a,b|1,2,2,2",
        "a:3,b|3|a,b|1,1,2",
        "a:2,b:2|3|a,b|1,1,2",
        "a:4,b:4|3|a|1,1,1",
        "[fe80::1]:2,b|3|fe80::1,b|1,1,2"
      })
  void shouldPlaceNeighboursTogether(String hosts, int ranks, String names, String placement) {
    HostList.Division division = HostList.parse(hosts).divide(ranks);
    assertThat(String.join(",", division.hosts())).isEqualTo(names);
    assertThat(division.placement().hostOfRank())
        .extracting(String::valueOf)
        .isEqualTo(List.of(placement.split(",")));
  }

  @Test
  void shouldKeepTheLastHostsForRanksOfLostOnes() {
    HostList.Division division = HostList.parse("a:2,b,c:1,d").divide(3, 2);
    assertThat(division.hosts()).containsExactly("a", "b", "c", "d");
    assertThat(division.slots()).containsExactly(2, 0, 1, 0);
    assertThat(division.placement().hostOfRank()).containsExactly(1, 1, 2);
    assertThatThrownBy(() -> HostList.parse("a,b").divide(3, 2))
        .hasMessageContaining("2 spare hosts of 2 leave none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,,b", "a:0", "a:b", "a b", "fe80::1"})
  void shouldRefuseWhatIsNoHost(String hosts) {
    assertThatThrownBy(() -> HostList.parse(hosts)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-oProxyCommand=x", "a\u200b", "\ufeffa", "a;b", "a$b", "--help", "a\u0000", "@a"})
  void shouldRefuseWhatCannotBeTheNameOfAHost(String name) {
    assertThatThrownBy(() -> HostList.parse(name))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .matches("[ -~]*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a-b.example.org", "user@a", "10.0.0.1", "r\u00f6te", "node_1", "[::1]"})
  void shouldTakeNamesAndAddresses(String name) {
    assertThat(HostList.parse(name).slots()).hasSize(1);
  }

  @Test
  void shouldReadAFileWithAByteOrderMarkAndNameTheLineOfAnError() throws IOException {
    Path file = directory.resolve("machines");
    Files.writeString(file, "\ufeff# hosts\r\na slots=2\r\nb\r\n");
    assertThat(HostList.read(file).slots()).containsExactly(Map.entry("a", 2), Map.entry("b", 0));
    Files.writeString(file, "\ufeffa\n\nb\u200b\n");
    assertThatThrownBy(() -> HostList.read(file))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("line 3: 'b\\u{200b}'");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0});
    assertThatThrownBy(() -> HostList.read(file)).hasMessageContaining("no text in UTF-8");
  }

  @Test
  void shouldRefuseMoreRanksThanSlots() {
    assertThatThrownBy(() -> HostList.parse("a:2,b:1").divide(4))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("4 ranks, but the hosts have 3 slots");
  }

  @Test
  void shouldReadMachineFiles() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("machines"),
            "# all of them\na\nb:2\n\nc slots=3 max_slots=4  # big\na\n");
    assertThat(HostList.read(file).slots()).isEqualTo(Map.of("a", 2, "b", 2, "c", 3));
    assertThatThrownBy(() -> HostList.read(Files.writeString(file, "a b c\n")))
        .hasMessageContaining("'a b c' is no host");
    assertThatThrownBy(() -> HostList.read(Files.writeString(file, "#\n")))
        .hasMessageContaining("names no host");
  }
}
