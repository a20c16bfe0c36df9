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

  /** The messages that are not sent yet. */
  final Lots toSend;

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
    toSend = Lots.ofSends(segment, program.rank, program.ranks());
  }

  /** The part of the thread that the others descend from. */
  Part main(Program program) {
    return new Member(program, this);
  }
}
