package org.ftmpj.launcher.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;

/**
 * A simulated process that has claimed a term: it takes the job over, collects the hosts that are
 * left, and does what a coordinator does, until it ends, dies, or is told that it is not the one
 * any more. It may stand still at any moment, and go on later as if nothing had happened.
 */
final class Coordinator {
  private static final int LOOK_ONE_IN = 60;

  /** Of a host that does not come in time, though it lives. */
  private static final int GIVEN_UP_ONE_IN = 600;

  private final World world;
  private final int number;
  private final long term;

  /** Null if it is on none of the job's. */
  private final Host at;

  private final Asking asking;
  private final Duties duties;
  private final Map<Integer, Session> sessions = new TreeMap<>();

  /** Hosts that it has lost. */
  private final Set<Integer> gone = new TreeSet<>();

  private boolean isAlive = true;
  private int stalledFor;
  private boolean isListening;
  private boolean hasAll;

  Coordinator(World world, int number, long term, Host at) {
    this.world = world;
    this.number = number;
    this.term = term;
    this.at = at;
    this.asking = new Asking(world);
    this.duties = new Duties(world, this);
  }

  /** The launcher, with which all hosts are; its claim was accepted. */
  void begin(AgreedState state) {
    for (Host host : world.hosts()) {
      Session session = connect(host);
      host.following().begin(session);
    }
    duties.load(state);
    isListening = true;
    hasAll = true;
    duties.begin();
  }

  /** One after another one. */
  void takeOver() {
    ask(new Command.Read(), answer -> load(answer.state()));
  }

  private void load(AgreedState state) {
    if (state.term() != term || state.ended()) {
      end();
      return;
    }
    duties.load(state);
    note(
        Map.of(CoordinatorNote.NAME, Notes.coordinator(number)),
        () -> {
          isListening = true;
        });
  }

  int number() {
    return number;
  }

  long term() {
    return term;
  }

  boolean isAlive() {
    return isAlive;
  }

  boolean isAwake() {
    return isAlive && stalledFor == 0;
  }

  boolean isCut() {
    return at != null && at.isCut();
  }

  Host at() {
    return at;
  }

  // What happens to it.

  void stall(int steps) {
    stalledFor = steps;
  }

  /** It dies, or ends because it is not the one any more. */
  void end() {
    isAlive = false;
    world.tell("coordinator %d is over", number);
    sessions.values().forEach(Session::leaveCoordinator);
  }

  // Sessions.

  boolean accepts(Host host) {
    return isAwake()
        && isListening
        && !isCut()
        && !gone.contains(host.number())
        && !duties.hasLost(host.number());
  }

  Session connect(Host host) {
    Session session = new Session(world, host, this);
    sessions.put(host.number(), session);
    world.opened(session);
    return session;
  }

  /** Tells a host that is there. */
  void tell(int host, ToHost message) {
    Session session = sessions.get(host);
    if (session != null && !gone.contains(host)) {
      session.tell(message);
    }
  }

  void tellAll(ToHost message) {
    sessions.keySet().forEach(host -> tell(host, message));
  }

  /** Whether all that it has told its hosts has come to them. */
  boolean isDelivered() {
    return sessions.values().stream().allMatch(Session::isDelivered);
  }

  /** Those that are there. */
  Set<Integer> hosts() {
    Set<Integer> there = new TreeSet<>(sessions.keySet());
    there.removeAll(gone);
    return there;
  }

  boolean isGone(int host) {
    return gone.contains(host);
  }

  void take(FromHost message, Session from) {
    duties.take(message, from.host().number());
  }

  void lost(int host) {
    Session session = sessions.get(host);
    if (session != null) {
      session.leaveCoordinator();
    }
    if (gone.add(host)) {
      world.tell("coordinator %d has lost host %d", number, host);
      duties.lost(host);
    }
  }

  // The agreement.

  void ask(Command command, Consumer<Answer> then) {
    asking.ask(command, then);
  }

  /** Notes something, and goes on only if it is still the one. */
  void note(Map<String, byte[]> notes, Runnable then) {
    ask(new Command.Update(term, notes), answer -> accepted(answer, then));
  }

  void accepted(Answer answer, Runnable then) {
    if (answer.accepted()) {
      then.run();
    } else {
      end();
    }
  }

  /** Something has shown that there may be another one. */
  void look() {
    ask(
        new Command.Read(),
        answer -> {
          if (answer.state().term() != term || answer.state().ended()) {
            end();
          } else {
            throw new Violation(
                Violation.Kind.TWO_COORDINATORS, "term " + term + " is refused, and is the newest");
          }
        });
  }

  boolean isAsking() {
    return asking.isBusy();
  }

  void step() {
    if (!isAlive || isCut()) {
      return;
    }
    if (stalledFor > 0) {
      if (--stalledFor == 0 && world.loggers().agreed().term() > term) {
        world.count(Happening.COORDINATOR_RETURNED);
      }
      return;
    }
    if (asking.isBusy()) {
      asking.step();
    } else if (world.chance(LOOK_ONE_IN)) {
      ask(
          new Command.Read(),
          answer -> {
            if (answer.state().term() != term) {
              end();
            }
          });
    } else if (hasAll) {
      duties.step();
    } else if (isListening) {
      collect();
    }
  }

  /** Waits for the hosts that are left, but not for ever. */
  private void collect() {
    List<Host> missing =
        world.hosts().stream()
            .filter(host -> !duties.hasLost(host.number()) && !gone.contains(host.number()))
            .filter(host -> !sessions.containsKey(host.number()))
            .toList();
    if (missing.isEmpty()) {
      hasAll = true;
      world.count(Happening.TOOK_OVER);
      duties.begin();
    } else {
      Host host = missing.get(world.below(missing.size()));
      boolean isThere = host.isAlive() && !host.isCut() && !host.isOut();
      if (world.chance(isThere ? GIVEN_UP_ONE_IN : GIVEN_UP_ONE_IN / 10)) {
        lost(host.number());
      }
    }
  }
}
