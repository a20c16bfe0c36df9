package org.ftmpj.benchmarks.ring;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.network.notice.NoticeTree;
import org.ftmpj.network.notice.Spread;

/**
 * A process on the ring: passes tokens on to the next one that lives, watches that one, reports its
 * death to process 0, and passes on the news of process 0. Says when it learns of a death: {@code
 * lost P NS} by its own session, {@code told P NS} by the news. One thread.
 */
final class RingMember {
  private static final int FIRST = 0;

  private final int self;
  private final int size;
  private final Net net;
  private final Consumer<String> say;

  /** Those with which its own sessions have ended. */
  private final BitSet lost = new BitSet();

  /** Those that the news tell to be dead. */
  private final BitSet dead = new BitSet();

  /** Tokens that the next process has not taken yet. */
  private final ConcurrentLinkedDeque<RingMessage.Token> underWay = new ConcurrentLinkedDeque<>();

  private int next;
  private int newest;
  private RingMessage.News news;
  private Spread spread; // null before the first news
  private Tokens tokens; // null but in process 0

  /** Sends messages. */
  interface Net {
    /**
     * Does nothing if the session has ended.
     *
     * @param taken called by any thread when the other process has it
     */
    void send(int to, RingMessage message, Runnable taken);
  }

  RingMember(int self, int size, Net net, Consumer<String> say) {
    this.self = self;
    this.size = size;
    this.net = net;
    this.say = say;
    next = after(self);
  }

  private int after(int process) {
    return (process + 1) % size;
  }

  /** Process 0 sends tokens. */
  void begin(int count, int window) {
    tokens =
        new Tokens(
            count,
            window,
            number -> pass(new RingMessage.Token(number, 0, System.nanoTime())),
            say);
    tokens.fill();
  }

  /** Something has come. */
  void take(RingMessage message) {
    if (message instanceof RingMessage.Token token) {
      if (self == FIRST) {
        tokens.returned(token.passedOn(), System.nanoTime());
      } else {
        pass(token.passedOn());
      }
    } else if (message instanceof RingMessage.Report report) {
      report(report.dead());
    } else if (message instanceof RingMessage.News told) {
      take(told);
    }
  }

  private void pass(RingMessage.Token token) {
    underWay.add(token);
    net.send(next, token, () -> underWay.remove(token));
  }

  /** A session has ended. */
  void lost(int process) {
    say.accept("lost " + process + " " + System.nanoTime());
    lost.set(process);
    mend();
    if (spread != null) {
      tell(spread.absent(process));
    }
  }

  /** The next one that lives is watched, and gets what the one before has not taken. */
  private void mend() {
    List<Integer> unreported = new ArrayList<>();
    int before = next;
    while (next != self && (lost.get(next) || dead.get(next))) {
      if (!dead.get(next)) {
        unreported.add(next);
      }
      next = after(next);
    }
    if (next != before) {
      List<RingMessage.Token> again = new ArrayList<>(underWay);
      underWay.clear();
      again.forEach(this::pass);
    }
    // Now, for process 0 then sends a token that has to come around.
    unreported.forEach(this::report);
  }

  private void report(int process) {
    if (self != FIRST) {
      net.send(FIRST, new RingMessage.Report(process), () -> {});
    } else if (!dead.get(process)) {
      BitSet all = (BitSet) dead.clone();
      all.set(process);
      take(new RingMessage.News(newest + 1, all.stream().toArray()));
    }
  }

  private void take(RingMessage.News told) {
    if (told.number() <= newest) {
      return;
    }
    newest = told.number();
    news = told;
    BitSet all = new BitSet();
    IntStream.of(told.dead()).forEach(all::set);
    int[] living = IntStream.range(0, size).filter(process -> !all.get(process)).toArray();
    spread = new Spread(new NoticeTree(FIRST, living), self, lost::get);
    tell(spread.take());
    long nowNs = System.nanoTime();
    all.andNot(dead);
    dead.or(all);
    all.stream().forEach(process -> say.accept("told " + process + " " + nowNs));
    mend();
    if (tokens != null) {
      tokens.mended();
    }
  }

  private void tell(List<Integer> processes) {
    processes.forEach(process -> net.send(process, news, () -> {}));
  }
}
