package org.ftmpj.checkpoint.frame;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.common.memory.WeakIdentityMap;

/**
 * The sites in rewritten methods: the calls at which a frame can be captured. Filled while classes
 * are loaded. Any thread.
 */
public final class KnownSites {
  private final WeakIdentityMap<ClassLoader, Map<String, Offsets>> ofLoaders =
      new WeakIdentityMap<>();

  private final WeakIdentityMap<ClassLoader, Map<String, Source[]>> sourcesOfLoaders =
      new WeakIdentityMap<>();

  /** Offsets in ascending order. */
  private record Offsets(int[] all, int[] waits) {}

  /**
   * @param owner name of the class, with dots
   * @param offsets offsets of the calls in the method's code
   * @param waits offsets of the calls in which a thread may wait and be captured
   */
  public void add(
      ClassLoader loader,
      String owner,
      String method,
      String descriptor,
      int[] offsets,
      int[] waits) {
    Offsets sorted = new Offsets(offsets.clone(), waits.clone());
    Arrays.sort(sorted.all);
    Arrays.sort(sorted.waits);
    of(loader).put(key(owner, method, descriptor), sorted);
  }

  /**
   * A call in the program's source.
   *
   * @param line 0 if that is not known
   * @param names names of the variables whose values a frame has there, in order; null for an
   *     unknown name or a value that is no variable
   */
  public record Source(int line, String[] names) {}

  /**
   * @param owner name of the class, with dots
   * @param sources the calls, by their numbers in the method
   */
  public void addSources(
      ClassLoader loader, String owner, String method, String descriptor, Source[] sources) {
    sourcesOfLoaders
        .get(loader, ConcurrentHashMap::new)
        .put(key(owner, method, descriptor), sources);
  }

  /**
   * Describes a value of a frame in terms of its source: {@code local variable `x` of
   * Main.solve(Main.java:42)}.
   *
   * @param value the index among the values of the frame; -1 for {@code this}
   */
  public String variable(ClassLoader loader, FrameRecord frame, int value) {
    Source[] sources =
        sourcesOfLoaders
            .get(loader, ConcurrentHashMap::new)
            .get(key(frame.owner(), frame.method(), frame.descriptor()));
    Source source = sources == null ? new Source(0, new String[0]) : sources[frame.site()];
    String name = value < 0 ? "this" : value < source.names().length ? source.names()[value] : null;
    String file = frame.owner().replaceAll("^.*[.]|[$].*$", "");
    return (name == null ? "a value" : "local variable `" + name + '`')
        + " of "
        + frame.owner()
        + '.'
        + frame.method()
        + (source.line() == 0 ? "" : "(" + file + ".java:" + source.line() + ')');
  }

  /** Whether a frame is at such a call. */
  boolean contain(StackWalker.StackFrame frame) {
    Offsets offsets = offsets(frame);
    return offsets != null && Arrays.binarySearch(offsets.all, frame.getByteCodeIndex()) >= 0;
  }

  /** Whether a frame is in a call in which a thread may wait and be captured. */
  boolean containWait(StackWalker.StackFrame frame) {
    Offsets offsets = offsets(frame);
    return offsets != null && Arrays.binarySearch(offsets.waits, frame.getByteCodeIndex()) >= 0;
  }

  private Offsets offsets(StackWalker.StackFrame frame) {
    return of(frame.getDeclaringClass().getClassLoader())
        .get(key(frame.getClassName(), frame.getMethodName(), frame.getDescriptor()));
  }

  private Map<String, Offsets> of(ClassLoader loader) {
    return ofLoaders.get(loader, ConcurrentHashMap::new);
  }

  private static String key(String owner, String method, String descriptor) {
    return owner + '.' + method + descriptor;
  }
}
