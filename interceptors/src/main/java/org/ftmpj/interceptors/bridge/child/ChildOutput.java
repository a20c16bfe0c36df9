package org.ftmpj.interceptors.bridge.child;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Function;

/** An output of a process, as the program reads it. */
final class ChildOutput extends InputStream {
  private static final int MOST = 32 << 10;

  private final Child child;
  private final boolean error;
  private final ReadBytes read;

  /**
   * @param error whether it is the error output
   */
  ChildOutput(Child child, boolean error) {
    this.child = child;
    this.error = error;
    this.read = error ? child.err() : child.out();
  }

  private Pump pump(LiveChild live) {
    return error ? live.err() : live.out();
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
    Function<LiveChild, ChildOutcome> taken =
        live -> {
          byte[] bytes = pump(live).take(read.mark(), Math.min(len, MOST));
          return bytes == null ? null : ChildOutcome.of(bytes);
        };
    byte[] bytes = child.ask(this::await, taken, answer -> read.read(answer.content())).content();
    System.arraycopy(bytes, 0, b, off, bytes.length);
    return bytes.length == 0 ? -1 : bytes.length;
  }

  private void await(LiveChild live) {
    Pump pump = pump(live);
    pump.await();
    if (pump.isEnded() && pump.available() == 0) {
      live.awaitLikelyExit();
    }
  }

  @Override
  public int available() {
    return child.ask(live -> ChildOutcome.of(pump(live).available())).number();
  }

  @Override
  public void close() throws IOException {
    read.close();
    LiveChild live = Children.liveIfRestarted(child);
    if (live != null) {
      pump(live).close();
    }
  }
}
