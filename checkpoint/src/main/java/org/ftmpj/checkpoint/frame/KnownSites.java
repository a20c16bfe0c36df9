package org.ftmpj.checkpoint.frame;

import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where in rewritten methods calls are that a frame can be captured at. Filled while classes are
 * loaded. Any thread.
 */
public final class KnownSites {
  private final Map<ClassLoader, Map<String, int[]>> ofLoaders = new WeakHashMap<>();

  /**
   * @param owner name of the class, with dots
   * @param offsets of the calls in the method's code
   */
  public void add(
      ClassLoader loader, String owner, String method, String descriptor, int[] offsets) {
    int[] sorted = offsets.clone();
    Arrays.sort(sorted);
    of(loader).put(key(owner, method, descriptor), sorted);
  }

  /** Whether a frame of that method is at such a call. */
  boolean contain(StackWalker.StackFrame frame) {
    int[] offsets =
        of(frame.getDeclaringClass().getClassLoader())
            .get(key(frame.getClassName(), frame.getMethodName(), frame.getDescriptor()));
    return offsets != null && Arrays.binarySearch(offsets, frame.getByteCodeIndex()) >= 0;
  }

  private Map<String, int[]> of(ClassLoader loader) {
    synchronized (ofLoaders) {
      return ofLoaders.computeIfAbsent(loader, any -> new ConcurrentHashMap<>());
    }
  }

  private static String key(String owner, String method, String descriptor) {
    return owner + '.' + method + descriptor;
  }
}
