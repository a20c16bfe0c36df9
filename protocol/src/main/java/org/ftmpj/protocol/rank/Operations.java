package org.ftmpj.protocol.rank;

import java.util.ArrayDeque;
import java.util.function.Function;
import org.ftmpj.protocol.thread.Threads;

/**
 * The pool of operations of one kind. The threads of a rank make them one after the other, or
 * several at a time while they wait. Any thread of the program.
 *
 * @param <O> the kind of operation
 */
final class Operations<O extends Operation> {
  private final RankCore core;
  private final Function<RankCore, O> maker;
  private final Threads threads;
  private final O first;
  private final ArrayDeque<O> others = new ArrayDeque<>();
  private boolean firstIsOpen;

  Operations(RankCore core, Function<RankCore, O> maker) {
    this.core = core;
    this.maker = maker;
    threads = core.threads;
    first = make();
  }

  private O make() {
    O made = maker.apply(core);
    made.onClose(() -> close(made));
    return made;
  }

  /**
   * Opens an operation of the calling thread. Until it is closed, the thread keeps all others out,
   * except while it waits for them.
   */
  O open() {
    threads.hold();
    O opened = firstIsOpen ? another() : first;
    if (opened == first) {
      firstIsOpen = true;
    }
    opened.call(threads.areActive() ? threads.self() : null);
    return opened;
  }

  private O another() {
    O free = others.pollLast();
    return free == null ? make() : free;
  }

  private void close(O over) {
    if (over == first) {
      firstIsOpen = false;
    } else {
      others.addLast(over);
    }
    threads.release();
  }
}
