package org.ftmpj.launcher.simulation;

import java.util.List;
import java.util.Map;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Command;

/** What happens to hosts and coordinators by chance: so often at most, and then no more. */
final class Faults {
  private static final int LONGEST_STALL = 400;

  private final World world;

  /** Of somebody who takes the console over. */
  private final Asking console;

  private final int oneIn;
  private int ofCoordinators;
  private int ofHosts;
  private int attaches;

  Faults(World world) {
    this.world = world;
    this.console = new Asking(world);
    this.oneIn = 20 + world.below(200);
    this.ofCoordinators = world.below(7);
    this.ofHosts = world.below(world.hosts().size());
    this.attaches = world.below(3);
  }

  boolean areLeft() {
    return ofHosts > 0 || ofCoordinators > 0;
  }

  void step() {
    if (world.chance(oneIn)) {
      fault();
    }
    console.step();
  }

  private void fault() {
    switch (world.below(4)) {
      case 0, 1 -> coordinatorFault();
      case 2 -> hostFault();
      default -> attach();
    }
  }

  private void coordinatorFault() {
    List<Coordinator> awake = world.coordinators().stream().filter(Coordinator::isAwake).toList();
    if (ofCoordinators == 0 || awake.isEmpty()) {
      return;
    }
    ofCoordinators--;
    Coordinator one = awake.get(world.below(awake.size()));
    if (world.chance(2)) {
      world.count(Happening.COORDINATOR_DIED);
      world.tell("coordinator %d dies", one.number());
      one.end();
    } else {
      world.count(Happening.COORDINATOR_STALLED);
      one.stall(1 + world.below(LONGEST_STALL));
      world.tell("coordinator %d stands still", one.number());
    }
  }

  private void hostFault() {
    List<Host> well =
        world.hosts().stream().filter(h -> h.isAlive() && !h.isCut() && !h.isOut()).toList();
    if (ofHosts == 0 || well.isEmpty()) {
      return;
    }
    ofHosts--;
    Host host = well.get(world.below(well.size()));
    if (world.chance(2)) {
      world.count(Happening.HOST_CUT_OFF);
      host.cutOff(1 + world.below(LONGEST_STALL));
      world.tell("host %d is cut off", host.number());
      return;
    }
    world.count(Happening.HOST_DIED);
    world.tell("host %d dies", host.number());
    host.die();
    for (Coordinator coordinator : world.coordinators()) {
      if (coordinator.at() == host && coordinator.isAlive()) {
        world.count(Happening.LOST_WITH_COORDINATOR);
        coordinator.end();
      }
    }
  }

  /** Somebody takes the console over, from a coordinator that lives or not. */
  private void attach() {
    if (attaches == 0 || console.isBusy()) {
      return;
    }
    attaches--;
    console.ask(new Command.Read(), answer -> claim(answer.state()));
  }

  private void claim(AgreedState state) {
    byte[] note = CoordinatorNote.CODEC.encode(new CoordinatorNote("console", List.of()));
    console.ask(
        new Command.Claim(state.term(), Map.of(CoordinatorNote.NAME, note)),
        answer -> {
          if (answer.accepted()) {
            world.count(Happening.ATTACHED);
            world.successor(state.term() + 1, null);
          }
        });
  }
}
