package org.ftmpj.interceptors.view;

import java.lang.reflect.Array;
import java.lang.reflect.Member;
import java.lang.reflect.Method;

/**
 * The members of a class without those that weaving has added: synthetic ones whose name says so,
 * the hash code of identity, and methods entered in the middle, which take a frame.
 */
final class HiddenMembers {
  private static final String PREFIX = "ftmpj";
  private static final String HASH_CODE = "hashCode";
  private static final String FRAME = "org.ftmpj.checkpoint.bridge.FrameRecord";

  private HiddenMembers() {}

  /**
   * The array itself if nothing is to be hidden.
   *
   * @param members an array of {@code Field} or {@code Method}
   * @param type the class that has them
   */
  static Object without(Object members, Object type) {
    Member[] all = (Member[]) members;
    if (((Class<?>) type).getClassLoader() == null) {
      return all;
    }
    int shown = 0;
    for (Member member : all) {
      shown += isAdded(member) ? 0 : 1;
    }
    if (shown == all.length) {
      return all;
    }
    Member[] rest = (Member[]) Array.newInstance(all.getClass().getComponentType(), shown);
    int next = 0;
    for (Member member : all) {
      if (!isAdded(member)) {
        rest[next++] = member;
      }
    }
    return rest;
  }

  private static boolean isAdded(Member member) {
    return member.isSynthetic()
        && (member.getName().startsWith(PREFIX)
            || member instanceof Method method && isAdded(method));
  }

  private static boolean isAdded(Method method) {
    int parameters = method.getParameterCount();
    return parameters == 0
        ? method.getName().equals(HASH_CODE)
        : method.getParameterTypes()[parameters - 1].getName().equals(FRAME);
  }
}
