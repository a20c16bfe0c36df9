package org.ftmpj.checkpoint.image;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes of this virtual machine that matter to images. Each is examined only once, at the
 * first checkpoint after its initialisation: a virtual machine has thousands, and few are new at
 * each checkpoint. Used by one thread.
 */
final class InitialisedClasses {
  private final Instrumentation instrumentation;
  private final ProgramTypes types;
  private final Tokens tokens;

  /**
   * The classes that need no further check. Their loaders are permanent, so this set does not
   * prevent the unloading of a class.
   */
  private final Set<Class<?>> known = new HashSet<>();

  private final List<Class<?>> program = new ArrayList<>();

  /**
   * @param tokens is given each class that has tokens
   */
  InitialisedClasses(Instrumentation instrumentation, ProgramTypes types, Tokens tokens) {
    this.instrumentation = instrumentation;
    this.types = types;
    this.tokens = tokens;
    // Done at once, since a program may replace the standard streams.
    look(System.class);
  }

  /** Examines the classes that have been initialised since the last call. */
  void update() {
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!known.contains(type)
          && !type.isArray()
          && !type.isHidden()
          && JdkMemory.isInitialised(type)) {
        look(type);
      }
    }
  }

  private void look(Class<?> type) {
    // The statics of a proxy's class are the methods of its interfaces, which each process finds
    // itself.
    boolean isProgram = types.isProgram(type) && !Proxy.isProxyClass(type);
    boolean hasTokens = Tokens.isOfTheJdk(type) || types.hasTokens(type);
    if (isProgram
        || hasTokens
        || type.getClassLoader() == InitialisedClasses.class.getClassLoader()) {
      known.add(type);
    }
    if (hasTokens) {
      tokens.add(type);
    }
    if (isProgram) {
      program.add(type);
    }
  }

  /** The program's classes, with their statics, in the order of initialisation. */
  List<Class<?>> program() {
    return List.copyOf(program);
  }
}
