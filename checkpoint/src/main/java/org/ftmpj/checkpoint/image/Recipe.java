package org.ftmpj.checkpoint.image;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Objects of the JDK that are made anew from what they mean, because what they are made of belongs
 * to their virtual machine. All are immutable.
 */
enum Recipe {
  /** By name: there is one for each. */
  CHARSET {
    @Override
    boolean isFor(Object object) {
      return object instanceof Charset;
    }

    @Override
    byte[] bytes(Object object) {
      return text(((Charset) object).name());
    }

    @Override
    Object object(byte[] bytes) {
      return Charset.forName(text(bytes));
    }
  },

  /** A name of a file, in the file system of the machine. */
  PATH {
    @Override
    boolean isFor(Object object) {
      return object instanceof Path path && path.getFileSystem() == FileSystems.getDefault();
    }

    @Override
    byte[] bytes(Object object) {
      return text(object.toString());
    }

    @Override
    Object object(byte[] bytes) {
      return Path.of(text(bytes));
    }
  },

  /** By its text and its flags: compiled, as a matcher in the image expects it. */
  PATTERN {
    @Override
    boolean isFor(Object object) {
      return object instanceof Pattern;
    }

    @Override
    byte[] bytes(Object object) {
      Pattern pattern = (Pattern) object;
      return text(pattern.flags() + ":" + pattern.pattern());
    }

    @Override
    Object object(byte[] bytes) {
      String[] parts = text(bytes).split(":", 2);
      return Pattern.compile(parts[1], Integer.parseInt(parts[0]));
    }
  },

  /** In the JDK's serialized form, which holds no other objects. */
  SERIALIZED {
    private static final Set<Class<?>> TYPES = Set.of(Locale.class, Currency.class);

    @Override
    boolean isFor(Object object) {
      return TYPES.contains(object.getClass())
          || object.getClass().getName().startsWith("java.net.Inet");
    }

    @Override
    byte[] bytes(Object object) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream to = new ObjectOutputStream(bytes)) {
        to.writeObject(object);
      }
      return bytes.toByteArray();
    }

    @Override
    Object object(byte[] bytes) throws IOException, ClassNotFoundException {
      try (ObjectInputStream from = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return from.readObject();
      }
    }
  };

  abstract boolean isFor(Object object);

  abstract byte[] bytes(Object object) throws IOException;

  abstract Object object(byte[] bytes) throws IOException, ClassNotFoundException;

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The recipe for that object; null if there is none. */
  static Recipe of(Object object) {
    if (!Tokens.isOfTheJdk(object.getClass())) {
      return null;
    }
    for (Recipe recipe : values()) {
      if (recipe.isFor(object)) {
        return recipe;
      }
    }
    return null;
  }
}
