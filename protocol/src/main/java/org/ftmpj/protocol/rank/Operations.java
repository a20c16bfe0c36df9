package org.ftmpj.protocol.rank;

import java.util.function.Function;
import org.ftmpj.protocol.thread.Threads;

/**
 * The operations of one kind that the threads of a rank make, one after the other, or several at a
 * time while they wait. Any thread of the program.
 *
 * @param <O> the kind
 */
final class Operations<O extends Operation> {
  private final Threads threads;
  private final O first;
  private final FreeList<O> others;
  private boolean firstIsOpen;

  Operations(RankCore core, Function<RankCore, O> maker) {
    threads = core.threads;
    first = make(core, maker);
    others = new FreeList<>(() -> make(core, maker));
  }

  private O make(RankCore core, Function<RankCore, O> maker) {
    O made = maker.apply(core);
    made.onClose(() -> close(made));
    return made;
  }

  /**
   * The calling thread makes one: until that is closed, it keeps all others out, but for when it
   * waits for what they do.
   */
  O open() {
    threads.hold();
    O opened = firstIsOpen ? others.take() : first;
    if (opened == first) {
      firstIsOpen = true;
    }
    opened.call(threads.areActive() ? threads.self() : null);
    return opened;
  }

  private void close(O over) {
    if (over == first) {
      firstIsOpen = false;
    } else {
      others.add(over);
    }
    threads.release();
  }
}
