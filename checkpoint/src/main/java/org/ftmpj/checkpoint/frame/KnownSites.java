package org.ftmpj.checkpoint.frame;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.memory.WeakIdentityMap;

/**
 * Where in rewritten methods calls are that a frame can be captured at. Filled while classes are
 * loaded. Any thread.
 */
public final class KnownSites {
  private final WeakIdentityMap<ClassLoader, Map<String, Offsets>> ofLoaders =
      new WeakIdentityMap<>();

  /** Ascending. */
  private record Offsets(int[] all, int[] waits) {}

  /**
   * @param owner name of the class, with dots
   * @param offsets of the calls in the method's code
   * @param waits of those in which a thread may wait and be captured
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

  /** Whether a frame of that method is at such a call. */
  boolean contain(StackWalker.StackFrame frame) {
    Offsets offsets = offsets(frame);
    return offsets != null && Arrays.binarySearch(offsets.all, frame.getByteCodeIndex()) >= 0;
  }

  /** Whether a frame of that method is in a call in which a thread may wait and be captured. */
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
