package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.ftmpj.common.job.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsRecordTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "b");

  @TempDir Path directory;

  @Test
  void shouldNameAHostOnceThatWasLostAndCameBack() {
    HostsRecord record = read(new HostsRecord(0, NAMES, placement(), Set.of(2)));
    assertThat(record.presentNames()).containsExactly("a", "c", "b");
    assertThat(record.namesLost()).isEmpty();
    assertThat(record.nameOf(2)).isEqualTo("b");
  }

  @Test
  void shouldNameHostsThatTheJobIsWithout() {
    HostsRecord record = read(new HostsRecord(0, NAMES, placement(), Set.of(2, 3, 4)));
    assertThat(record.presentNames()).containsExactly("a");
    assertThat(record.namesLost()).containsExactly("b", "c");
  }

  @Test
  void shouldNameAllWhereNoneIsLost() {
    HostsRecord record = read(new HostsRecord(3, List.of("a", "b", "c"), placement()));
    assertThat(record.presentNames()).containsExactly("a", "b", "c");
    assertThat(record.namesLost()).isEmpty();
  }

  private static Placement placement() {
    return new Placement(List.of(1, 1, 2));
  }

  private HostsRecord read(HostsRecord record) {
    Path file = directory.resolve("hosts");
    record.write(file);
    HostsRecord read = HostsRecord.read(file).orElseThrow();
    assertThat(read).isEqualTo(record);
    return read;
  }
}
