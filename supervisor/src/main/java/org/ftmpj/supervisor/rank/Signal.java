package org.ftmpj.supervisor.rank;

import java.util.List;

/**
 * The names of signals, with the numbers of Linux on all processors except Alpha, MIPS and SPARC.
 */
final class Signal {
  static final int HUP = 1;
  static final int KILL = 9;
  static final int TERM = 15;

  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Signal() {}

  /** A signal in words, such as "signal 9 (SIGKILL)"; real-time signals have no names. */
  static String text(int number) {
    String name = number <= NAMES.size() ? " (SIG" + NAMES.get(number - 1) + ")" : "";
    return "signal " + number + name;
  }
}
