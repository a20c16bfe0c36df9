package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Objects in static fields that every virtual machine has by itself, such as {@code
 * Collections.EMPTY_LIST}: leaves, which the field identifies. In JDK classes these are the final
 * fields, and the elements of some of their arrays.
 */
final class Tokens {
  /** The packages whose static arrays are caches of {@code valueOf} and the like. */
  private static final Set<String> WITH_CACHES = Set.of("java.math", "java.time");

  private static final char ELEMENT = '[';
  private static final char TEXT = '=';

  /**
   * The place of an object.
   *
   * @param declaring the class with the field
   * @param name name of the field, with the index of an array's element, or the characters of its
   *     string, which may differ in another process
   */
  record Token(Class<?> declaring, String name) {}

  private final Map<Object, Token> tokens = new IdentityHashMap<>();
  private final Set<String> strings = new HashSet<>();
  private final Set<Class<?>> classes = new HashSet<>();

  static boolean isOfTheJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /**
   * Adds the tokens of an initialised class. A token stays one even if the field gets another
   * value.
   */
  void add(Class<?> type) {
    boolean finalOnly = isOfTheJdk(type);
    boolean hasCaches = WITH_CACHES.contains(type.getPackageName());
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers)
          && !field.getType().isPrimitive()
          && (Modifier.isFinal(modifiers) || !finalOnly || isLineSeparator(field))) {
        Object value = valueOf(field);
        add(value, new Token(type, field.getName()));
        if (hasCaches && value instanceof Object[] array) {
          for (int i = 0; i < array.length; i++) {
            add(array[i], new Token(type, field.getName() + ELEMENT + i));
          }
        }
      }
    }
  }

  /** Whether it is the field with the line separator, which is set once but is not final. */
  private static boolean isLineSeparator(Field field) {
    return field.getDeclaringClass() == System.class && field.getType() == String.class;
  }

  private void add(Object value, Token token) {
    if (value instanceof String text) {
      if (!isInterned(text)) {
        strings.add(text);
        put(text, new Token(token.declaring(), token.name() + TEXT + text));
      }
    } else if (value != null && !isValue(value)) {
      put(value, token);
    }
  }

  private void put(Object value, Token token) {
    if (tokens.putIfAbsent(value, token) == null) {
      classes.add(value.getClass());
    }
  }

  /** Whether an object is found again by other means. */
  private static boolean isValue(Object object) {
    return object instanceof Class || Boxes.isBox(object.getClass());
  }

  /**
   * Whether a string is interned. Interns a copy, so that the string itself does not become the
   * shared one.
   */
  @SuppressWarnings("StringOperationCanBeSimplified")
  static boolean isInterned(String string) {
    return new String(string).intern() == string;
  }

  static Object valueOf(Field field) {
    return JdkMemory.getReference(JdkMemory.staticBase(field), JdkMemory.staticOffset(field));
  }

  /** Whether any token is of a class. */
  boolean concern(Class<?> type) {
    return classes.contains(type);
  }

  /** The token of an object; null if it is none. */
  Token of(Object object) {
    // Most strings are no tokens, and have no identity hash code yet.
    return object instanceof String && !strings.contains(object) ? null : tokens.get(object);
  }

  /**
   * The object of a token.
   *
   * @throws NoSuchFieldException if the class has no such field
   */
  static Object find(Class<?> type, String name) throws NoSuchFieldException {
    JdkMemory.initialise(type);
    int text = name.indexOf(TEXT);
    if (text >= 0) {
      Object value = valueOf(type.getDeclaredField(name.substring(0, text)));
      String characters = name.substring(text + 1);
      return characters.equals(value) ? value : characters;
    }
    int element = name.indexOf(ELEMENT);
    if (element < 0) {
      return valueOf(type.getDeclaredField(name));
    }
    Object[] array = (Object[]) valueOf(type.getDeclaredField(name.substring(0, element)));
    return array[Integer.parseInt(name.substring(element + 1))];
  }
}
