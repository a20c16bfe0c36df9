package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.List;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;

/** A connection between a process of a rank and one of several event loggers. */
final class LoggerWire {
  /** What a process says. */
  sealed interface Request {
    /** Asks what the logger has, and fences nothing: a mistake. */
    record Look() implements Request {}

    record Hello() implements Request {}

    /** Records that are needed no more are null. */
    record Write(Accept accept, List<byte[]> records) implements Request {}

    record Read(int target, long first, long last) implements Request {}

    /** Records up to that one are needed no more. */
    record Prune(long upTo) implements Request {}
  }

  /** What a logger answers. */
  sealed interface Reply {
    record Looked(LogShape shape) implements Reply {}

    /** With the first record from which on all is there. */
    record Welcome(LogShape shape, long first, boolean complete) implements Reply {}

    record Refused(boolean fenced) implements Reply {}

    record Acknowledged(long last, long ticket) implements Reply {}

    record Records(Request.Read asked, List<byte[]> records) implements Reply {}
  }

  final LogWriter writer;
  final ArrayDeque<Request> toLogger = new ArrayDeque<>();
  final ArrayDeque<Reply> toWriter = new ArrayDeque<>();

  /** Nothing more is sent; what is on its way may still arrive. */
  boolean isCut;

  LoggerWire(LogWriter writer) {
    this.writer = writer;
  }

  /** Of what is on its way, a part still gets there. */
  void cut(LoggerWorld world) {
    isCut = true;
    dropLast(toLogger, world.below(toLogger.size() + 1));
    dropLast(toWriter, world.below(toWriter.size() + 1));
  }

  private static void dropLast(ArrayDeque<?> queue, int kept) {
    while (queue.size() > kept) {
      queue.removeLast();
    }
  }
}
