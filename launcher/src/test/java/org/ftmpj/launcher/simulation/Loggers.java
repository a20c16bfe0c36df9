package org.ftmpj.launcher.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Request;
import org.ftmpj.logger.agreement.StateMachine;

/**
 * The event loggers of a simulated job: the state machine that ships, on which they agree, and the
 * streams of hosts. Requests are late, come twice or get lost, and so do answers, whatever becomes
 * of who has asked.
 */
final class Loggers {
  private final World world;
  private final StateMachine agreed = new StateMachine();
  private final List<Sent> onTheWay = new ArrayList<>();
  private final Map<Integer, Stream> streams = new HashMap<>();

  /** What a logger that is behind has. */
  private AgreedState earlier = AgreedState.NONE;

  private record Sent(Asking from, Request request) {}

  /** A determinant in the stream of a host; those of a rank are numbered from 1. */
  record Entry(int rank, int number, long value) {}

  /** The determinants of a host, and who may add to them. */
  static final class Stream {
    private static final int WRITER = 1;
    private final List<Entry> entries = new ArrayList<>();
    private int newest = WRITER;

    /** Returns false if the host's daemon is fenced. */
    boolean add(Entry entry) {
      return newest == WRITER && entries.add(entry);
    }

    /** Returns false if another reader has come after that one. */
    boolean fence(int reader) {
      if (reader <= newest) {
        return false;
      }
      newest = reader;
      return true;
    }

    boolean isNewest(int reader) {
      return newest == reader;
    }

    int size() {
      return entries.size();
    }

    Entry get(int number) {
      return entries.get(number);
    }
  }

  Loggers(World world) {
    this.world = world;
  }

  Stream stream(int host) {
    return streams.computeIfAbsent(host, none -> new Stream());
  }

  /** What is agreed on now: for checks, and not for who takes part. */
  AgreedState agreed() {
    return agreed.state();
  }

  /** What one logger has, perhaps not the newest. */
  AgreedState oneHas() {
    return world.chance(3) ? earlier : agreed.state();
  }

  void send(Asking from, Request request) {
    onTheWay.add(new Sent(from, request));
  }

  /** A request comes. Returns whether one did. */
  boolean step() {
    if (onTheWay.isEmpty()) {
      return false;
    }
    int which = world.below(onTheWay.size());
    if (world.chance(8)) {
      onTheWay.remove(which); // It gets lost.
      return true;
    }
    Sent sent = world.chance(16) ? onTheWay.get(which) : onTheWay.remove(which);
    if (world.chance(4)) {
      earlier = agreed.state();
    }
    Answer answer = apply(sent.request());
    if (!answer.accepted() && sent.request().command() instanceof Command.Update) {
      world.count(Happening.RECORD_REFUSED);
    }
    if (!world.chance(8)) {
      sent.from().answered(sent.request(), answer);
    }
    return true;
  }

  /** Carries a request out at once. */
  Answer apply(Request request) {
    Answer answer = agreed.apply(planted(request));
    if (!(request.command() instanceof Command.Read)) {
      world.tell(
          "client %d: %s of term %d, %s",
          request.client(),
          request.command().getClass().getSimpleName(),
          request.command().term(),
          answer.accepted() ? "accepted" : "refused");
    }
    world.oracle().agreed(agreed.state());
    return answer;
  }

  private Request planted(Request request) {
    if (world.makes(Mistake.NO_TERM_CHECK)
        && request.command() instanceof Command.Update update
        && !agreed.state().ended()) {
      return new Request(
          request.client(),
          request.number(),
          new Command.Update(agreed.state().term(), update.notes()));
    }
    return request;
  }
}
