package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.Stepwise;

/**
 * The messages that a thread of a program sends and receives, and its waits for them. What it sends
 * is its hash; what it receives goes into that. Operations are begun here, and what has come of one
 * is asked for when it is done.
 */
final class Messages {
  private final Program program;

  /** By destination; of all threads of the rank. */
  private final long[] sentTo;

  private final ByteBuffer outgoing = ByteBuffer.allocate(8);
  private long lastPayload;

  Messages(Program program, long[] sentTo) {
    this.program = program;
    this.sentTo = sentTo;
  }

  long lastPayload() {
    return lastPayload;
  }

  void send(int destination, int inContext, int tag, boolean synchronous) {
    if (destination == program.rank) {
      program.surroundings.count(Rule.SELF);
    }
    if (program.surroundings.isTold()) {
      program.tell(
          (synchronous ? "sends synchronously to " : "sends to ")
              + destination
              + " #"
              + (sentTo[destination] + 1)
              + " (context "
              + inContext
              + ", tag "
              + tag
              + ")");
    }
    long hash = program.hash();
    outgoing.clear().putLong(0, hash);
    byte[] more =
        (hash >>> 60 & 3) == 0 ? new byte[] {(byte) hash, (byte) (hash >> 8), (byte) tag} : null;
    program.calls.send(destination, inContext, tag, synchronous, outgoing, more);
  }

  /** The request of the send that is done. */
  Request sent(int destination) {
    long sequence = ++sentTo[destination];
    Request request = new Request();
    request.operation = program.calls.sent();
    request.operationIndex = program.operation();
    request.peer = destination;
    request.sequence = sequence;
    program.holds(request);
    return request;
  }

  void post(int source, int inContext, int tag) {
    if (program.surroundings.isTold()) {
      program.tell(
          "posts a receive from "
              + (source < 0 ? "any" : source)
              + " (context "
              + inContext
              + ", tag "
              + (tag < 0 ? "any" : tag)
              + ")");
    }
    program.calls.post(source, inContext, tag);
  }

  /** The request of the receive that was posted. */
  Request posted(int source, int inContext, int tag) {
    Request request = new Request();
    posted(request, source, inContext, tag);
    return request;
  }

  void posted(Request request, int source, int inContext, int tag) {
    if (source == Receive.ANY_SOURCE) {
      if (program.calls.isReplayed()) {
        program.surroundings.count(Rule.MATCH_FORCED);
      } else if (!program.isLive()) {
        program.surroundings.count(Rule.WILDCARD_HELD);
      }
    }
    request.operation = program.calls.posted();
    request.operationIndex = program.operation();
    request.peer = source;
    request.tag = tag;
    request.context = inContext;
    program.holds(request);
  }

  void await(Request request) {
    program.tell("waits for one");
    program.calls.await(request.operation);
  }

  /** In the call that has posted the receive. */
  void awaitInCall(Request request) {
    program.tell("waits for it in the same call");
    program.calls.awaitInCall((Receive) request.operation);
  }

  /** Six ways to wait for, or test, several requests; null ones are inactive. */
  void deliver(int way, Request[] requests) {
    PendingRequest[] all = new PendingRequest[requests.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = requests[i] == null ? null : requests[i].operation;
    }
    switch (way) {
      case 0:
        program.tell("does a Waitany");
        program.calls.awaitAny(all);
        break;
      case 1:
        program.tell("does a Waitsome");
        program.calls.awaitSome(all);
        break;
      case 2:
        program.tell("does a Testany");
        program.calls.testAny(all);
        break;
      case 3:
        program.tell("does a Testsome");
        program.calls.testSome(all);
        break;
      default:
        program.tell("does a Testall");
        program.calls.testAll(all);
        break;
    }
  }

  /** What the delivery has found: indices of the requests. */
  int[] delivered() {
    int[] found = program.calls.completed();
    program.mix(found.length);
    if (found.length == 0) {
      if (program.isReplaying()) {
        program.surroundings.count(Rule.POLL_REPLAYED);
      }
    } else if (program.calls.isReplayed()) {
      program.surroundings.count(Rule.DELIVERY_REPLAYED);
    }
    if (program.surroundings.isTold()) {
      program.tell("  finds " + Arrays.toString(found));
    }
    for (int index : found) {
      program.mix(index);
    }
    return found;
  }

  /** A request is complete and the program knows it: takes in what it brings. */
  Arrival.Message take(Request request) {
    program.hasTaken(request);
    if (request.operation == PendingRequest.COMPLETED_SEND) {
      program.mix(19);
      return null;
    }
    if (!(request.operation instanceof Receive receive)) {
      program.mix(17);
      program.surroundings.completed(request, program.isLive());
      program.tell("  has sent synchronously, to " + request.peer + " #" + request.sequence);
      return null;
    }
    Arrival.Message message = receive.message();
    Stepwise.Payload payload = program.calls.copy(message);
    lastPayload = payload.fixed();
    program.mix(message.source() * 8L + message.envelope().tag());
    program.mix(lastPayload);
    program.mix(Arrays.hashCode(payload.dynamic()));
    program.surroundings.received(request, message);
    if (program.surroundings.isTold()) {
      program.tell("  receives from " + message.source() + " #" + message.sequence());
    }
    return message;
  }
}
