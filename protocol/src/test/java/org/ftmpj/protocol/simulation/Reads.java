package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.event.ValueKind;

/** The values that a thread of a program reads from outside MPI. */
final class Reads {
  private final Program program;
  private boolean readsData;

  Reads(Program program) {
    this.program = program;
  }

  void value() {
    readsData = program.choose(4) == 0;
    if (readsData) {
      program.tell("reads random bytes");
      program.calls.data(
          ValueKind.UUID, () -> new byte[] {(byte) program.surroundings.outsideValue(1 << 8)});
    } else {
      program.tell("reads a clock");
      // Some values come again and again: they make runs.
      boolean often = program.choose(2) == 0;
      program.calls.value(
          often ? ValueKind.CURRENT_TIME_MILLIS : ValueKind.NANO_TIME,
          () -> program.surroundings.outsideValue(often ? 2 : 1 << 20));
    }
  }

  void hasValue() {
    if (program.calls.isReplayed()) {
      program.surroundings.count(Rule.VALUE_REPLAYED);
    }
    program.mix(readsData ? program.calls.data()[0] : program.calls.value());
  }
}
