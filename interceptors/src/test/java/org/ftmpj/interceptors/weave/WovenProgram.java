package org.ftmpj.interceptors.weave;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.threads.UnrecordedCalls;

/** Rewrites classes of a program. */
public final class WovenProgram {
  private WovenProgram() {}

  /** For the order of threads only; null if the class stays as it is. */
  public static byte[] ofThreads(ClassLoader loader, byte[] classFile) {
    return of(EnumSet.of(Purpose.THREADS), Optional.empty(), loader, classFile);
  }

  /** For the order of threads; what is not recorded is refused. */
  public static byte[] refusing(UnrecordedCalls calls, ClassLoader loader, byte[] classFile) {
    return of(EnumSet.of(Purpose.THREADS), Optional.of(calls), loader, classFile);
  }

  private static byte[] of(
      Set<Purpose> purposes,
      Optional<UnrecordedCalls> unrecorded,
      ClassLoader loader,
      byte[] classFile) {
    Replacements replacements = new Replacements(purposes, unrecorded);
    ProgramWeaving weaving = new ProgramWeaving(replacements, loader, classFile, true);
    return weaving.changes() ? weaving.rewritten(false) : null;
  }
}
