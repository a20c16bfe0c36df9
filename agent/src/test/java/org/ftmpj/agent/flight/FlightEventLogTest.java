package org.ftmpj.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.ftmpj.protocol.event.EventLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightEventLogTest {
  @TempDir Path directory;

  @Test
  void shouldRecordAWaitAtTheGate() throws Exception {
    Path file = directory.resolve("gate.jfr");
    Waited log = new Waited();
    try (Recording recording = new Recording();
        EventLog flight = new FlightEventLog(log)) {
      recording.enable(GateWaitEvent.class).withoutThreshold();
      recording.start();
      flight.awaitStable(5);
      recording.stop();
      recording.dump(file);
    }
    assertThat(log.awaited).isEqualTo(5);
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getEventType().getName()).isEqualTo("ftmpj.GateWait");
    assertThat(events.get(0).getLong("record")).isEqualTo(5);
    assertThat(events.get(0).getStackTrace().getFrames()).isNotEmpty();
  }

  private static final class Waited implements EventLog {
    private long awaited;

    @Override
    public long history(long first, Consumer<ByteBuffer> record) {
      return 0;
    }

    @Override
    public long append(ByteBuffer record) {
      return 0;
    }

    @Override
    public long stable() {
      return 0;
    }

    @Override
    public void awaitStable(long number) {
      awaited = number;
    }

    @Override
    public void close() {}
  }
}
