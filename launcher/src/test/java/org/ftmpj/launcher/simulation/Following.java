package org.ftmpj.launcher.simulation;

import java.util.List;
import java.util.Map;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.LostNote;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;

/** Which coordinator a host's daemon follows, and what it does when it has lost it. */
final class Following {
  private static final int LOOK_ONE_IN = 4;

  /** So many looks before it claims; more where a coordinator has claimed and not listened yet. */
  private static final int PATIENCE = 3;

  private static final int PATIENCE_WITH_CLAIM = 12;

  private final World world;
  private final Host host;
  private final Asking asking;

  /** Null if it has lost it, and the job has no other one yet. */
  private Session session;

  /** Of the coordinator that it follows, or has followed last. */
  private long term = 1;

  /** Of the coordinator that it has lost last, or found that it is gone. */
  private long lostTerm;

  private long seenTerm;
  private int looks;

  Following(World world, Host host) {
    this.world = world;
    this.host = host;
    this.asking = new Asking(world);
  }

  /** Null if there is none. */
  Session session() {
    return session;
  }

  /** The first coordinator has collected the hosts. */
  void begin(Session first) {
    session = first;
  }

  void lost(Session its) {
    if (session == its) {
      session = null;
      lostTerm = term;
      world.tell("host %d has lost coordinator %d", host.number(), its.coordinator().number());
      looks = 0;
    }
  }

  /** The host is dead, or out of the job. */
  void end() {
    if (session != null) {
      session.leaveHost();
      session = null;
    }
  }

  void step() {
    if (host.isCut()) {
      return;
    }
    asking.step();
    if (session == null && !host.isOut() && !asking.isBusy() && world.chance(LOOK_ONE_IN)) {
      if (world.chance(2)) {
        look(world.loggers().oneHas());
      } else {
        asking.ask(new Command.Read(), answer -> look(answer.state()));
      }
    }
  }

  private void look(AgreedState state) {
    if (session != null || asking.isBusy()) {
      return;
    }
    boolean isLost =
        state.note(LostNote.NAME).stream()
            .anyMatch(note -> LostNote.CODEC.decode(note).hosts().contains(host.number()));
    if (state.ended() || isLost) {
      host.giveUp();
      return;
    }
    List<Integer> addresses = Notes.addresses(state);
    if (isToFollow(state) && !addresses.isEmpty()) {
      connect(world.coordinator(addresses.get(0)), state.term());
      return;
    }
    if (state.term() != seenTerm) {
      seenTerm = state.term();
      looks = 0;
    }
    boolean isClaimed = state.term() > lostTerm && addresses.isEmpty();
    if (state.term() > 0 && ++looks > (isClaimed ? PATIENCE_WITH_CLAIM : PATIENCE)) {
      claim(state, isClaimed);
    }
  }

  private boolean isToFollow(AgreedState state) {
    return state.term() > lostTerm || state.term() > 0 && world.makes(Mistake.FOLLOWS_ANY_TERM);
  }

  private void connect(Coordinator coordinator, long itsTerm) {
    if (coordinator.accepts(host)) {
      term = itsTerm;
      session = coordinator.connect(host);
      world.tell("host %d follows coordinator %d", host.number(), coordinator.number());
      host.follow(session);
    } else if (!coordinator.isAlive() || world.chance(8)) {
      lostTerm = Math.max(lostTerm, itsTerm);
      looks = 0;
    }
  }

  private void claim(AgreedState state, boolean isClaimed) {
    looks = 0;
    CoordinatorNote note = new CoordinatorNote("host " + host.number(), List.of());
    long term = state.term() + 1;
    asking.ask(
        new Command.Claim(
            state.term(), Map.of(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(note))),
        answer -> claimed(answer, term, isClaimed));
  }

  private void claimed(Answer answer, long term, boolean isClaimed) {
    if (!answer.accepted()) {
      world.count(Happening.CLAIM_REFUSED);
    } else if (isClaimed) {
      world.count(Happening.CLAIMED_AGAIN);
    }
    if (answer.accepted() || world.makes(Mistake.CLAIM_NOT_AWAITED)) {
      world.successor(term, host);
    }
  }
}
