package org.ftmpj.interceptors.weave;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.threads.ThreadCalls;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.objectweb.asm.Opcodes;

/**
 * The table of what becomes of the program's calls. An instruction, a method reference and a
 * constant that name the same method are the same entry. Any thread.
 */
final class Replacements {
  private final Set<Purpose> purposes;
  private final Map<Call, Replacement> values;

  /** Empty if threads are not recorded. */
  private final Optional<UnrecordedCalls> unrecorded;

  /**
   * @param purposes what the program is rewritten for; calls that matter for others only stay
   * @param unrecorded says of which calls by threads the rank is stopped
   */
  Replacements(Set<Purpose> purposes, Optional<UnrecordedCalls> unrecorded) {
    this(purposes, new HashMap<>(ValueCalls.all()), unrecorded);
    values.putAll(MeasuredCalls.all());
  }

  private Replacements(
      Set<Purpose> purposes, Map<Call, Replacement> values, Optional<UnrecordedCalls> unrecorded) {
    this.purposes = purposes;
    this.values = values;
    this.unrecorded = unrecorded;
  }

  /** This table without the replacements for threads. */
  Replacements withoutThreads() {
    Set<Purpose> others = EnumSet.copyOf(purposes);
    others.remove(Purpose.THREADS);
    return new Replacements(others, values, Optional.empty());
  }

  Set<Purpose> purposes() {
    return purposes;
  }

  Optional<UnrecordedCalls> unrecorded() {
    return unrecorded;
  }

  /** Whether anything becomes of that call, or of what it makes. */
  boolean change(int opcode, Call call) {
    return !of(opcode, call).isEmpty()
        || call.isConstructor() && Constructions.change(call, purposes);
  }

  /**
   * The treatment of that call, in this order; empty if it stays as it is.
   *
   * @param opcode of the instruction
   */
  List<Replacement> of(int opcode, Call call) {
    List<Replacement> found = new ArrayList<>(0);
    if (unrecorded.isPresent()) {
      add(unrecorded.get().refusal(call), found);
    }
    if (opcode != Opcodes.INVOKESPECIAL) {
      for (Replacement ofArguments : TextCalls.of(call)) {
        add(ofArguments, found);
      }
    }
    add(KeyCalls.of(call), found);
    add(MeasuredCalls.ofReference(call), found);
    add(ofItself(opcode, call), found);
    return found;
  }

  private void add(Replacement replacement, List<Replacement> to) {
    if (replacement != null && purposes.contains(replacement.purpose())) {
      to.add(replacement);
    }
  }

  private Replacement ofItself(int opcode, Call call) {
    Replacement ofThreads =
        purposes.contains(Purpose.THREADS) ? ThreadCalls.of(opcode, call) : null;
    if (ofThreads != null) {
      return ofThreads;
    }
    if (opcode == Opcodes.INVOKESPECIAL) {
      return IdentityHash.ofSuper(call);
    }
    Replacement value = values.get(call);
    return value == null ? MeasuredCalls.ofBean(call) : value;
  }

  /** Calls of single methods, with what becomes of them. */
  Map<Call, Replacement> values() {
    return Map.copyOf(values);
  }
}
