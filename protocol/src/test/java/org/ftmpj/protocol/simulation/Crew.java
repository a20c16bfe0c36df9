package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;

/**
 * What the threads of a rank share in a segment of which they do the work together: the messages to
 * be sent and received, requests that one hands over to another, and what guards all that. It
 * follows from the order of the threads' events alone.
 */
final class Crew {

  /** How threads keep each other out. */
  enum Guard {
    /** Each access is one event, as with what is atomic. */
    ATOMIC,
    /** To lock and to unlock are events. */
    LOCK,
    /** To enter and to notify are events, to leave is none. */
    MONITOR
  }

  final int context;
  final Inbox inbox;
  final Guard guard;

  /** Requests that any thread may take over. */
  final ArrayDeque<Request> handedOver = new ArrayDeque<>();

  private final int[] toSend;
  private int sends;

  /** How many receives are not posted yet. */
  int leftToPost;

  /** How many threads are not born yet. */
  int unborn;

  /** Whether a thread is where the others may not be. */
  boolean isHeld;

  /** How often something has changed that others may wait for. */
  int changes;

  /** How often a thread has chosen what to do. */
  int choices;

  Crew(Program program, Plan.Segment segment) {
    context = program.context(segment);
    inbox = new Inbox(program.rank, program.ranks(), segment);
    leftToPost = inbox.sum();
    guard = Guard.values()[(segment.variant() >> 8) % Guard.values().length];
    unborn = segment.threads(program.rank) - 1;
    int out = 0;
    for (int to = 0; to < inbox.size(); to++) {
      out += messages(program, segment, to);
    }
    toSend = new int[out];
    for (int to = 0; to < inbox.size(); to++) {
      for (int m = messages(program, segment, to); m > 0; m--) {
        toSend[sends++] = to;
      }
    }
  }

  private static int messages(Program program, Plan.Segment segment, int to) {
    return segment.messages(program.rank, to / Plan.TAGS, to % Plan.TAGS);
  }

  /** The part of the thread that the others descend from. */
  Part main(Program program) {
    return new Member(program, this);
  }

  boolean hasSends() {
    return sends > 0;
  }

  /** Destination and tag of a message to be sent, by chance. */
  int takeSend(Program by) {
    int i = by.choose(sends);
    int taken = toSend[i];
    toSend[i] = toSend[--sends];
    return taken;
  }
}
