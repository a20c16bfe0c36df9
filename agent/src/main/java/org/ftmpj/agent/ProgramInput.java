package org.ftmpj.agent;

import java.io.BufferedInputStream;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import org.ftmpj.agent.checkpoint.CheckpointPart;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.report.WaitReports;
import org.ftmpj.supervisor.input.RecordedInput;

/**
 * Standard input as the program of rank 0 reads it: what the launcher has recorded. How much comes
 * with each read, and whether something is there, is recorded, too, as a value. For one thread at a
 * time.
 */
final class ProgramInput extends InputStream {
  private final RecordedInput input;
  private final Program program;
  private final WaitReports waits;
  private final boolean live;
  private long position;

  private ProgramInput(RecordedInput input, Program program, WaitReports waits, boolean live) {
    this.input = input;
    this.program = program;
    this.waits = waits;
    this.live = live;
  }

  /**
   * Makes the job's standard input that of the process, if this is rank 0 and the job has one.
   *
   * @param live whether more may come than is recorded
   * @return empty if this process has no such input
   */
  static Optional<Buffered> begin(Place place, Program program, WaitReports waits, boolean live) {
    if (place.rank() != 0 || !RecordedInput.isThere(place.layout())) {
      return Optional.empty();
    }
    RecordedInput input = RecordedInput.open(place.layout());
    Buffered in = new Buffered(new ProgramInput(input, program, waits, live));
    System.setIn(in);
    return Optional.of(in);
  }

  /** Standard input, buffered as the JDK does it. */
  static final class Buffered extends BufferedInputStream implements CheckpointPart {
    private final ProgramInput input;

    Buffered(ProgramInput input) {
      super(input);
      this.input = input;
    }

    @Override
    public synchronized Object saved() {
      return new Object[] {
        input.position, buf == null ? null : buf.clone(), new int[] {pos, count, markpos, marklimit}
      };
    }

    @Override
    public synchronized void restore(Object saved) {
      Object[] values = (Object[]) saved;
      input.position = (long) values[0];
      buf = (byte[]) values[1];
      int[] places = (int[]) values[2];
      pos = places[0];
      count = places[1];
      markpos = places[2];
      marklimit = places[3];
    }
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] b, int off, int len) {
    Objects.checkFromIndexSize(off, len, b.length);
    if (len == 0) {
      return 0;
    }
    try {
      if (live) {
        // Not within the event, which other threads would have to wait for.
        input.await(position, () -> waits.waitsFor("standard input", position));
      }
      int n = (int) program.value(ValueKind.INPUT, () -> Math.min(len, input.available(position)));
      if (n > 0) {
        input.read(position, b, off, n);
        position += n;
      }
      return n;
    } catch (FtmpjException e) {
      throw program.stop(e);
    }
  }

  @Override
  public int available() {
    try {
      if (live) {
        input.want(position);
      }
      long most = Integer.MAX_VALUE;
      return (int)
          program.value(
              ValueKind.INPUT, () -> Math.max(0, Math.min(most, input.available(position))));
    } catch (FtmpjException e) {
      throw program.stop(e);
    }
  }
}
