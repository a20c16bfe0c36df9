package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.channel.Arrival;

/** The probes of a thread of a program, begun and asked for as {@link Messages} are. */
final class Probes {
  private final Program program;

  Probes(Program program) {
    this.program = program;
  }

  void probe(int source, int inContext, int tag) {
    program.tell("probes");
    program.calls.probe(source, inContext, tag);
  }

  void iprobe(int source, int inContext, int tag) {
    program.tell("does an Iprobe");
    program.calls.iprobe(source, inContext, tag);
  }

  /** What the probe has found; null if nothing. */
  Arrival.Message probed() {
    Arrival.Message found = program.calls.probed();
    if (found == null) {
      program.mix(3);
      if (program.isReplaying()) {
        program.surroundings.count(Rule.POLL_REPLAYED);
      }
    } else {
      program.mix(found.source() * 8L + found.envelope().tag());
      program.mix(found.sequence());
      if (program.calls.isReplayed()) {
        program.surroundings.count(Rule.PROBE_REPLAYED);
      }
      if (program.surroundings.isTold()) {
        program.tell("  finds a message from " + found.source() + " #" + found.sequence());
      }
    }
    return found;
  }
}
