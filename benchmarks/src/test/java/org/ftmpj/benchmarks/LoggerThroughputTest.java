package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.junit.jupiter.api.Test;

class LoggerThroughputTest {
  @Test
  void shouldSendAsManyDeterminantsAsItSays() {
    for (int number : new int[] {1, 64, 1024, 3000}) {
      List<Determinant> found = new ArrayList<>();
      for (ByteBuffer record : LoggerThroughput.records(number)) {
        DeterminantCodec.decode(record, found::add);
      }
      assertThat(found).hasSize(number).doesNotHaveDuplicates();
    }
  }
}
