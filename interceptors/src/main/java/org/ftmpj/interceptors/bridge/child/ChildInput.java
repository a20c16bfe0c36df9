package org.ftmpj.interceptors.bridge.child;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.Kind;
import org.ftmpj.interceptors.bridge.value.Recorded;

/** The input of a process, as the program writes it: each write is an output of the rank. */
final class ChildInput extends OutputStream {
  private final Child child;

  ChildInput(Child child) {
    this.child = child;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] b, int off, int len) throws IOException {
    Objects.checkFromIndexSize(off, len, b.length);
    if (len == 0) {
      return;
    }
    Recorded.hooks().children().commit();
    ChildOutcome[] written = {null};
    ChildOutcome answer =
        child.ask(
            // Not within the event, which other threads would have to wait for.
            live -> written[0] = written(live, b, off, len),
            live -> written[0],
            outcome -> {
              if (outcome.kind() == Kind.DONE) {
                child.given(b, off, len);
              }
            });
    answer.orThrow();
  }

  private static ChildOutcome written(LiveChild live, byte[] b, int off, int len) {
    try {
      live.write(b, off, len);
      return ChildOutcome.done();
    } catch (IOException e) {
      return ChildOutcome.of(e);
    }
  }

  @Override
  public void close() throws IOException {
    Recorded.hooks().children().commit();
    child.ask(live -> {}, live -> ChildOutcome.done(), answer -> child.closesInput());
    LiveChild live = Children.liveIfRestarted(child);
    if (live != null) {
      live.closeInput();
    }
  }
}
