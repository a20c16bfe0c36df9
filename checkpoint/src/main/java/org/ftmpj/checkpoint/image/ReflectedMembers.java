package org.ftmpj.checkpoint.image;

import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Methods, constructors and fields of reflection as texts. */
final class ReflectedMembers {
  private static final String OPEN = "open";
  private static final String CHECKED = "checked";

  private ReflectedMembers() {}

  /**
   * The text for a member, which says whether it was made accessible; null if another process
   * cannot find its class.
   */
  static String text(AccessibleObject member) {
    Class<?> owner = ((Member) member).getDeclaringClass();
    if (owner.isHidden() || makesOthers(member)) {
      return null;
    }
    String text =
        String.join(
            " ",
            JdkMemory.getByte(member, accessible()) == 0 ? CHECKED : OPEN,
            owner.descriptorString(),
            ((Member) member).getName(),
            descriptor(member));
    try {
      return find(text).equals(member) ? text : null;
    } catch (IllegalArgumentException | TypeNotPresentException e) {
      return null;
    }
  }

  /**
   * Whether it is a constructor that makes objects of another class than its own, as for
   * serialization. Reflection gives programs only copies of a root.
   */
  private static boolean makesOthers(AccessibleObject member) {
    return member instanceof Constructor
        && JdkMemory.getReference(member, JdkMemory.offset(Constructor.class, "root").orElseThrow())
            == null;
  }

  private static String descriptor(AccessibleObject member) {
    if (member instanceof Field field) {
      return field.getType().descriptorString();
    }
    Class<?> result = member instanceof Method method ? method.getReturnType() : void.class;
    return MethodType.methodType(result, ((Executable) member).getParameterTypes())
        .descriptorString();
  }

  static AccessibleObject object(String text) {
    AccessibleObject found = find(text);
    JdkMemory.putByte(found, accessible(), (byte) (text.startsWith(OPEN) ? 1 : 0));
    return found;
  }

  private static AccessibleObject find(String text) {
    String[] parts = text.split(" ");
    Class<?> owner = Handles.type(parts[1]);
    AccessibleObject[] all;
    if (!parts[3].startsWith("(")) {
      all = owner.getDeclaredFields();
    } else if (parts[2].equals(owner.getName())) {
      all = owner.getDeclaredConstructors();
    } else {
      all = owner.getDeclaredMethods();
    }
    return Arrays.stream(all)
        .filter(each -> ((Member) each).getName().equals(parts[2]))
        .filter(each -> descriptor(each).equals(parts[3]))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no " + text));
  }

  static boolean are(Class<?> type) {
    return type == Method.class || type == Constructor.class || type == Field.class;
  }

  private static long accessible() {
    return JdkMemory.offset(AccessibleObject.class, "override").orElseThrow();
  }
}
