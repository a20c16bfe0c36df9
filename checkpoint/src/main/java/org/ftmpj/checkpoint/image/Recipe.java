package org.ftmpj.checkpoint.image;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.reflect.AccessibleObject;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.Currency;
import java.util.Locale;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.ftmpj.checkpoint.bridge.BundleLookups;

/**
 * The recipes for JDK objects that are recreated from a description, because their parts belong to
 * one virtual machine. All but loggers are immutable.
 */
enum Recipe {
  /** A charset, by its name. */
  CHARSET {
    @Override
    boolean isFor(Class<?> type) {
      return Charset.class.isAssignableFrom(type);
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

  /** A path in the file system of the machine. */
  PATH {
    @Override
    boolean isFor(Class<?> type) {
      return Path.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Object object) {
      return ((Path) object).getFileSystem() == FileSystems.getDefault();
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

  /** A pattern, by its text and flags: compiled, as a matcher in the image expects it. */
  PATTERN {
    @Override
    boolean isFor(Class<?> type) {
      return type == Pattern.class;
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

  /** A logger without a resource bundle, by its name and level; without handlers and filter. */
  LOGGER {
    private static final String NO_LEVEL = "";

    @Override
    boolean isFor(Class<?> type) {
      return Logger.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Object object) {
      Logger logger = (Logger) object;
      return logger.getName() != null
          && LogManager.getLogManager().getLogger(logger.getName()) == logger
          && logger.getResourceBundle() == null
          && (logger.getLevel() == null || logger.getLevel().getClass() == Level.class);
    }

    @Override
    byte[] bytes(Object object) {
      Logger logger = (Logger) object;
      String level = logger.getLevel() == null ? NO_LEVEL : logger.getLevel().getName();
      return text(level + ":" + logger.getUseParentHandlers() + ":" + logger.getName());
    }

    @Override
    Object object(byte[] bytes) {
      String[] parts = text(bytes).split(":", 3);
      Logger logger = Logger.getLogger(parts[2]);
      logger.setLevel(parts[0].equals(NO_LEVEL) ? null : Level.parse(parts[0]));
      logger.setUseParentHandlers(Boolean.parseBoolean(parts[1]));
      return logger;
    }
  },

  /** A resource bundle of a properties file on the class path, by its name and locale. */
  TEXTS {
    @Override
    boolean isFor(Class<?> type) {
      return type == PropertyResourceBundle.class;
    }

    @Override
    boolean fits(Object object) {
      ResourceBundle texts = (ResourceBundle) object;
      return texts.getBaseBundleName() != null && found(bytes(object)) == object;
    }

    @Override
    byte[] bytes(Object object) {
      ResourceBundle texts = (ResourceBundle) object;
      return text(texts.getLocale().toLanguageTag() + ":" + texts.getBaseBundleName());
    }

    @Override
    Object object(byte[] bytes) {
      ResourceBundle found = found(bytes);
      if (found == null) {
        throw new IllegalArgumentException("there are no texts " + text(bytes));
      }
      return found;
    }

    private static ResourceBundle found(byte[] bytes) {
      String[] parts = text(bytes).split(":", 2);
      return BundleLookups.find(parts[1], Locale.forLanguageTag(parts[0]));
    }
  },

  /** A provider of digests and the like, by name. */
  PROVIDER {
    @Override
    boolean isFor(Class<?> type) {
      return Provider.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Object object) {
      return Security.getProvider(((Provider) object).getName()) == object;
    }

    @Override
    byte[] bytes(Object object) {
      return text(((Provider) object).getName());
    }

    @Override
    Object object(byte[] bytes) {
      Provider provider = Security.getProvider(text(bytes));
      if (provider == null) {
        throw new IllegalArgumentException("there is no provider " + text(bytes));
      }
      return provider;
    }
  },

  /** A handle of a field, static or not, or of the elements of arrays. */
  VARIABLE {
    @Override
    boolean isFor(Class<?> type) {
      return VarHandle.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Object object) {
      return Handles.text((VarHandle) object) != null;
    }

    @Override
    byte[] bytes(Object object) {
      return text(Handles.text((VarHandle) object));
    }

    @Override
    Object object(byte[] bytes) {
      return Handles.varHandle(text(bytes));
    }
  },

  /** A handle of a method, a constructor, or the access to a field. */
  METHOD {
    @Override
    boolean isFor(Class<?> type) {
      return MethodHandle.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Object object) {
      return Handles.text((MethodHandle) object) != null;
    }

    @Override
    byte[] bytes(Object object) {
      return text(Handles.text((MethodHandle) object));
    }

    @Override
    Object object(byte[] bytes) {
      return Handles.methodHandle(text(bytes));
    }
  },

  /** The data of a species of method handles, by its key. */
  SPECIES {
    @Override
    boolean isFor(Class<?> type) {
      return HandleForms.isSpecies(type);
    }

    @Override
    byte[] bytes(Object object) {
      return text(HandleForms.key(object));
    }

    @Override
    Object object(byte[] bytes) {
      return HandleForms.species(text(bytes));
    }
  },

  /** The function that reads a bound value, which the JDK looks for among those of the species. */
  GETTER {
    @Override
    boolean isFor(Class<?> type) {
      return HandleForms.isFunction(type);
    }

    @Override
    boolean fits(Object object) {
      return HandleForms.getterText(object) != null;
    }

    @Override
    byte[] bytes(Object object) {
      return text(HandleForms.getterText(object));
    }

    @Override
    Object object(byte[] bytes) {
      return HandleForms.getter(text(bytes));
    }
  },

  /** A method or field that the form of a composed method handle calls. */
  MEMBER_NAME {
    @Override
    boolean isFor(Class<?> type) {
      return HandleForms.isMember(type);
    }

    @Override
    boolean fits(Object object) {
      return HandleForms.text(object) != null;
    }

    @Override
    byte[] bytes(Object object) {
      return text(HandleForms.text(object));
    }

    @Override
    Object object(byte[] bytes) {
      return HandleForms.member(text(bytes));
    }
  },

  /** A lookup with all rights of its class. */
  LOOKUP {
    @Override
    boolean isFor(Class<?> type) {
      return type == Lookup.class;
    }

    @Override
    boolean fits(Object object) {
      return Handles.hasAllRights((Lookup) object);
    }

    @Override
    byte[] bytes(Object object) {
      return text(((Lookup) object).lookupClass().descriptorString());
    }

    @Override
    Object object(byte[] bytes) {
      return LambdaShape.lookup(Handles.type(text(bytes)));
    }
  },

  /** A method, constructor or field of reflection. */
  MEMBER {
    @Override
    boolean isFor(Class<?> type) {
      return ReflectedMembers.are(type);
    }

    @Override
    boolean fits(Object object) {
      return ReflectedMembers.text((AccessibleObject) object) != null;
    }

    @Override
    byte[] bytes(Object object) {
      return text(ReflectedMembers.text((AccessibleObject) object));
    }

    @Override
    Object object(byte[] bytes) {
      return ReflectedMembers.object(text(bytes));
    }
  },

  /** A platform bean of the virtual machine, by its name. */
  BEAN {
    @Override
    boolean isFor(Class<?> type) {
      return PlatformManagedObject.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Object object) {
      return found(((PlatformManagedObject) object).getObjectName().toString()) == object;
    }

    @Override
    byte[] bytes(Object object) {
      return text(((PlatformManagedObject) object).getObjectName().toString());
    }

    @Override
    Object object(byte[] bytes) {
      Object found = found(text(bytes));
      if (found == null) {
        throw new IllegalArgumentException("there is no " + text(bytes));
      }
      return found;
    }

    private static Object found(String name) {
      for (Class<? extends PlatformManagedObject> type :
          ManagementFactory.getPlatformManagementInterfaces()) {
        for (PlatformManagedObject bean : ManagementFactory.getPlatformMXBeans(type)) {
          if (bean.getObjectName().toString().equals(name)) {
            return bean;
          }
        }
      }
      return null;
    }
  },

  /** A method type, by its descriptor. */
  METHOD_TYPE {
    @Override
    boolean isFor(Class<?> type) {
      return type == MethodType.class;
    }

    @Override
    byte[] bytes(Object object) {
      return text(((MethodType) object).descriptorString());
    }

    @Override
    Object object(byte[] bytes) {
      return Handles.methodType(text(bytes));
    }
  },

  /** An object in the JDK's serialized form, which refers to no other objects. */
  SERIALIZED {
    private static final Set<Class<?>> TYPES = Set.of(Locale.class, Currency.class);

    /** Allows these types and their supertypes, and limits sizes. */
    private static final String FILTER =
        "maxdepth=4;maxrefs=32;maxarray=64;maxbytes=8192;"
            + "java.util.Locale;java.util.Currency;java.net.Inet*;java.net.SocketAddress;!*";

    @Override
    boolean isFor(Class<?> type) {
      return TYPES.contains(type) || type.getName().startsWith("java.net.Inet");
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
        from.setObjectInputFilter(ObjectInputFilter.Config.createFilter(FILTER));
        return from.readObject();
      }
    }
  };

  abstract boolean isFor(Class<?> type);

  /** Whether the recipe fits an object of its class. */
  boolean fits(Object object) {
    return true;
  }

  abstract byte[] bytes(Object object) throws IOException;

  abstract Object object(byte[] bytes) throws IOException, ClassNotFoundException;

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The recipe for objects of that class; null if there is none. */
  static Recipe of(Class<?> type) {
    if (!Tokens.isOfTheJdk(type)) {
      return null;
    }
    for (Recipe recipe : values()) {
      if (recipe.isFor(type)) {
        return recipe;
      }
    }
    return null;
  }
}
