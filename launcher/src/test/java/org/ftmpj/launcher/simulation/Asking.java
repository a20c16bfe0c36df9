package org.ftmpj.launcher.simulation;

import java.util.function.Consumer;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Request;

/**
 * A process that asks the event loggers, one command at a time, and asks again until it is told.
 */
final class Asking {
  private static final int AGAIN_ONE_IN = 12;

  private final World world;
  private final long client;
  private long number;
  private Request open; // null if none is
  private Answer answer; // null until one comes
  private Consumer<Answer> then;

  Asking(World world) {
    this.world = world;
    this.client = world.client();
  }

  boolean isBusy() {
    return open != null;
  }

  /** Asks; what follows is done in a later step. */
  void ask(Command command, Consumer<Answer> whatFollows) {
    if (isBusy()) {
      throw new IllegalStateException("Asks " + command + " while " + open + " is not answered");
    }
    open = new Request(client, ++number, command);
    answer = null;
    then = whatFollows;
    world.loggers().send(this, Request.decode(open.encode()));
  }

  /** An answer comes. Others than to the command that was asked last are dropped. */
  void answered(Request request, Answer its) {
    if (open != null && request.number() == number) {
      answer = Answer.decode(its.encode());
    }
  }

  /** Goes on with the answer, or asks again. */
  void step() {
    if (answer != null) {
      Answer its = answer;
      open = null;
      answer = null;
      then.accept(its);
    } else if (open != null && world.chance(AGAIN_ONE_IN)) {
      world.loggers().send(this, open);
    }
  }
}
