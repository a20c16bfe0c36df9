package org.ftmpj.protocol.simulation;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.Receive;

/** The operations of a part that decides only at each what the next one is. */
final class Acts {

  /** Is told what has come of a request. */
  interface Completed {
    /**
     * @param message null of a send
     */
    void completed(Request request, Arrival.Message message);
  }

  private final Program program;
  private final int context;

  Acts(Program program, int context) {
    this.program = program;
    this.context = context;
  }

  Act send(Address to, boolean synchronous, Consumer<Request> then) {
    return new Act(
        () -> program.messages.send(to.peer(), context, to.tag(), synchronous),
        () -> then.accept(program.messages.sent(to.peer())));
  }

  /** The same, for a request that is waited for or tested later; one that is complete perhaps. */
  Act send(Address to, boolean synchronous, List<Request> pending) {
    return send(
        to,
        synchronous,
        sent -> {
          if (sent.isOpen() || program.choose(4) == 0) {
            pending.add(sent);
          }
        });
  }

  Act post(Request request, Address from, Consumer<Request> then) {
    return new Act(
        () -> program.messages.post(from.peer(), context, from.tag()),
        () -> {
          program.messages.posted(request, from.peer(), context, from.tag());
          then.accept(request);
        });
  }

  Act await(Request request, Completed then) {
    return new Act(() -> program.messages.await(request), () -> complete(request, then));
  }

  Act deliver(int way, Request[] asked, Completed then) {
    return new Act(
        () -> program.messages.deliver(way, asked),
        () -> {
          for (int index : program.messages.delivered()) {
            complete(asked[index], then);
          }
        });
  }

  private void complete(Request request, Completed then) {
    then.completed(request, program.messages.take(request));
  }

  /**
   * @param then is given the class of the message
   */
  Act probe(Address from, IntConsumer then) {
    return new Act(
        () -> program.probes.probe(from.peer(), context, from.tag()), () -> probed(then));
  }

  /**
   * @param then is given the class of the message, {@link Inbox#NO_CLASS} if there is none
   */
  Act iprobe(IntConsumer then) {
    int source = program.choose(3) == 0 ? program.choose(program.ranks()) : Receive.ANY_SOURCE;
    int tag = program.choose(2) == 0 ? Receive.ANY_TAG : program.choose(Plan.TAGS);
    return new Act(() -> program.probes.iprobe(source, context, tag), () -> probed(then));
  }

  private void probed(IntConsumer then) {
    Arrival.Message message = program.probes.probed();
    then.accept(message == null ? Inbox.NO_CLASS : Inbox.classOf(message));
  }

  Act value() {
    return new Act(program.reads::value, program.reads::hasValue);
  }

  Act output() {
    return new Act(program::commit, program::print);
  }
}
