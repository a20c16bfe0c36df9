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
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ProgramClass;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The calls of the program by which its threads may meet, and whose order is not recorded. They are
 * told when the program is about to have a second thread; those of classes that are loaded later,
 * when that happens. Any thread.
 */
public final class UnrecordedCalls {
  private static final Replacement REFUSAL =
      ThreadCalls.told(How.BEFORE_WITH_NAME, "unrecorded", "(Ljava/lang/String;)V");

  /** More methods than that a rank does not name. */
  private static final int MOST = 10;

  private final CoverageTable table = CoverageTable.read();
  private final boolean refused;
  private final Predicate<String> isFirst;
  private final Consumer<String> warning;

  /** Names of methods that were seen. */
  private final Set<String> seen = new HashSet<>();

  /** The findings that are not reported yet: names, and the places where they were first found. */
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
   * @param methods that its constants name, by the names of the JDK's classes
   * @param subclasses those of the program, as the loader of that class sees them
   */
  public void examine(ProgramClass loaded, List<Call> methods, Subclasses subclasses) {
    Set<Call> calls = new LinkedHashSet<>();
    Set<Call> values = new LinkedHashSet<>();
    for (Call method : methods) {
      if (table.isUnrecorded(method)) {
        calls.add(method);
      }
      if (table.isUnrecordedValue(method)) {
        values.add(method);
      }
      if (JdkThreads.mayRun(method)) {
        haveJdkThreads();
      }
    }
    Call heir = new Call(loaded.outline().superName(), CoverageTable.EXTENDS, "");
    if (table.isUnrecordedValue(heir)) {
      values.add(heir);
    }
    if (!values.isEmpty()) {
      Map<String, String> found = unseen(values, loaded, subclasses);
      tellValues(found);
    }
    if (refused) {
      return;
    }
    addSupertypes(loaded.outline(), subclasses, calls);
    if (!calls.isEmpty()) {
      add(calls, loaded, subclasses);
    }
  }

  private void addSupertypes(ClassOutline outline, Subclasses subclasses, Set<Call> to) {
    Call supertype = new Call(outline.superName(), CoverageTable.EXTENDS, "");
    if (!SharedTypes.isShared(supertype.owner()) && table.isUnrecorded(supertype)) {
      to.add(supertype);
    }
    String overridden = subclasses.overriddenBy(outline);
    if (overridden != null) {
      to.add(new Call(overridden, CoverageTable.EXTENDS, ""));
    }
  }

  /**
   * The replacement that stops the rank at that call, once there are several threads; null if there
   * is none.
   */
  public Replacement refusal(Call call) {
    return refused && table.isUnrecorded(call) ? REFUSAL : null;
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

  /** Reports at once what only a run has shown. */
  synchronized void tell(String what, String where) {
    if (seen.add(what)) {
      untold.put(what, where);
      tell();
    }
  }

  /** Reports at once that the caller uses something that is not recorded. */
  public void tellValue(String what) {
    String where = LogicalThread.place(Thread.currentThread().getStackTrace());
    synchronized (this) {
      if (seen.add(what)) {
        tellValues(Map.of(what, where));
      }
    }
  }

  private void tellValues(Map<String, String> values) {
    tell(values, ErrorCode.UNRECORDED_VALUE, "what comes of these calls is not recorded");
  }

  private synchronized void add(Set<Call> calls, ProgramClass loaded, Subclasses subclasses) {
    untold.putAll(unseen(calls, loaded, subclasses));
    if (several || calls.stream().anyMatch(table::startsThread)) {
      tell();
    }
  }

  /** The calls that were not found before, by name, with their places. */
  private synchronized Map<String, String> unseen(
      Set<Call> calls, ProgramClass loaded, Subclasses subclasses) {
    Set<Call> unseen =
        calls.stream()
            .filter(call -> seen.add(CoverageTable.nameOf(call)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Map<String, String> found = new LinkedHashMap<>();
    if (unseen.isEmpty()) {
      return found;
    }
    Map<Call, Integer> lines = CallLines.of(loaded.reader(), subclasses, unseen);
    String type = loaded.name().replace('/', '.');
    for (Call call : unseen) {
      Integer line = lines.get(call);
      found.put(CoverageTable.nameOf(call), line == null ? type : type + ":" + line);
    }
    return found;
  }

  private void tell() {
    Map<String, String> calls = new LinkedHashMap<>(untold);
    untold.clear();
    tell(
        calls,
        ErrorCode.UNRECORDED_HAND_OVER,
        "the order in which threads make these calls is not recorded");
  }

  private synchronized void tell(Map<String, String> calls, ErrorCode code, String problem) {
    List<String> first = new ArrayList<>();
    calls.forEach(
        (name, where) -> {
          if (isFirst.test(name)) {
            first.add(name + " (" + where + ")");
          }
        });
    if (first.isEmpty() || named > MOST) {
      return;
    }
    List<String> these = new ArrayList<>(first.subList(0, Math.min(MOST - named, first.size())));
    if (these.size() < first.size()) {
      these.add("and others");
    }
    named += first.size();
    warning.accept(
        code + ": " + problem + ": " + String.join(", ", these) + ". " + code.nextStep());
  }
}
