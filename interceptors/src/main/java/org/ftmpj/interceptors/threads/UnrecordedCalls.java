package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;

/**
 * The calls of the program by which its threads may meet, and whose order is not recorded. They are
 * told when the program is about to have a second thread; those of classes that are loaded later,
 * when that happens. Any thread.
 */
public final class UnrecordedCalls {
  private static final int METHODREF = 10;
  private static final int INTERFACE_METHODREF = 11;

  /** More methods than that a rank does not name. */
  private static final int MOST = 10;

  private final CoverageTable table = CoverageTable.read();
  private final boolean refused;
  private final Predicate<String> isFirst;
  private final Consumer<String> warning;

  /** Names of methods that were seen. */
  private final Set<String> seen = new HashSet<>();

  /** What is still to be told: names, and where they were seen first. */
  private final Map<String, String> untold = new LinkedHashMap<>();

  private boolean several;
  private Runnable onJdkThreads = () -> {};
  private boolean jdkThreads;
  private int named;

  /**
   * @param refused whether such a call stops the rank; then nothing is told
   * @param isFirst whether a method of that name has not been told yet by another rank
   * @param warning told of those calls
   */
  public UnrecordedCalls(boolean refused, Predicate<String> isFirst, Consumer<String> warning) {
    this.refused = refused;
    this.isFirst = isFirst;
    this.warning = warning;
  }

  /**
   * Looks at a class of the program that is being loaded.
   *
   * @param subclasses those of the program, as the loader of that class sees them
   * @return whether it has to be changed by {@link #refusing}
   */
  public boolean examine(ClassReader classFile, Subclasses subclasses) {
    Set<Call> calls = unrecordedIn(classFile, subclasses);
    if (!calls.isEmpty() && !refused) {
      add(calls, classFile, subclasses);
    }
    return !calls.isEmpty() && refused;
  }

  /** Has that class stop the rank at such a call, once there are several threads. */
  public ClassVisitor refusing(ClassReader classFile, Subclasses subclasses, ClassVisitor next) {
    return new RefusedCalls(unrecordedIn(classFile, subclasses), next);
  }

  /** The program is about to start its first thread. */
  public synchronized void begin() {
    several = true;
    tell();
  }

  /** Calls that when code of the program is loaded that threads of the JDK may run. */
  void onJdkThreads(Runnable action) {
    boolean already;
    synchronized (this) {
      onJdkThreads = action;
      already = jdkThreads;
    }
    if (already) {
      action.run();
    }
  }

  private void haveJdkThreads() {
    Runnable action;
    synchronized (this) {
      if (jdkThreads) {
        return;
      }
      jdkThreads = true;
      action = onJdkThreads;
    }
    action.run();
  }

  /** Whether such a call stops the rank. */
  boolean areRefused() {
    return refused;
  }

  /** Tells at once what only a run has shown. */
  synchronized void tell(String what, String where) {
    if (seen.add(what)) {
      untold.put(what, where);
      tell();
    }
  }

  /** The constants of a class name every method it calls, so its code need not be parsed. */
  private Set<Call> unrecordedIn(ClassReader classFile, Subclasses subclasses) {
    Set<Call> calls = new LinkedHashSet<>();
    char[] buffer = new char[classFile.getMaxStringLength()];
    for (int i = 1; i < classFile.getItemCount(); i++) {
      int at = classFile.getItem(i);
      int tag = at == 0 ? 0 : classFile.readByte(at - 1);
      if (tag == METHODREF || tag == INTERFACE_METHODREF) {
        int nameAndType = classFile.getItem(classFile.readUnsignedShort(at + 2));
        Call call =
            subclasses.ofJdk(
                new Call(
                    classFile.readClass(at, buffer),
                    classFile.readUTF8(nameAndType, buffer),
                    classFile.readUTF8(nameAndType + 2, buffer)));
        if (table.isUnrecorded(call)) {
          calls.add(call);
        }
        if (JdkThreads.mayRun(call)) {
          haveJdkThreads();
        }
      }
    }
    Call supertype = new Call(classFile.getSuperName(), CoverageTable.EXTENDS, "");
    if (!HandOvers.isShared(supertype.owner()) && table.isUnrecorded(supertype)) {
      calls.add(supertype);
    }
    String overridden = subclasses.overriddenBy(classFile);
    if (overridden != null) {
      calls.add(new Call(overridden, CoverageTable.EXTENDS, ""));
    }
    return calls;
  }

  private synchronized void add(Set<Call> calls, ClassReader classFile, Subclasses subclasses) {
    Set<Call> unseen =
        calls.stream()
            .filter(call -> seen.add(CoverageTable.nameOf(call)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (unseen.isEmpty()) {
      return;
    }
    Map<Call, Integer> lines = CallLines.of(classFile, subclasses, unseen);
    String type = classFile.getClassName().replace('/', '.');
    for (Call call : unseen) {
      Integer line = lines.get(call);
      untold.put(CoverageTable.nameOf(call), line == null ? type : type + ":" + line);
    }
    if (several || calls.stream().anyMatch(table::startsThread)) {
      tell();
    }
  }

  private void tell() {
    List<String> first = new ArrayList<>();
    untold.forEach(
        (name, where) -> {
          if (isFirst.test(name)) {
            first.add(name + " (" + where + ")");
          }
        });
    untold.clear();
    if (first.isEmpty() || named > MOST) {
      return;
    }
    List<String> these = new ArrayList<>(first.subList(0, Math.min(MOST - named, first.size())));
    if (these.size() < first.size()) {
      these.add("and others");
    }
    named += first.size();
    warning.accept(
        ErrorCode.UNRECORDED_HAND_OVER
            + ": the order in which threads make these calls is not recorded: "
            + String.join(", ", these)
            + ". "
            + ErrorCode.UNRECORDED_HAND_OVER.nextStep());
  }
}
