package org.ftmpj.checkpoint.image;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes of this virtual machine that matter to images, each looked at once, at the first
 * checkpoint after it was initialised: a virtual machine has thousands, and a program that takes
 * checkpoints often has hardly ever new ones. Used by one thread.
 */
final class InitialisedClasses {
  private final Instrumentation instrumentation;
  private final ProgramTypes types;
  private final Tokens tokens;

  /**
   * The classes that need no further check. All are of loaders that stay, so that to know them does
   * not keep a class of the program that could be unloaded.
   */
  private final Set<Class<?>> known = new HashSet<>();

  private final List<Class<?>> program = new ArrayList<>();

  /**
   * @param tokens told of each class that has some
   */
  InitialisedClasses(Instrumentation instrumentation, ProgramTypes types, Tokens tokens) {
    this.instrumentation = instrumentation;
    this.types = types;
    this.tokens = tokens;
    // Now, for a program may put others in the place of the standard streams.
    look(System.class);
  }

  /** Looks at the classes that have been initialised since. */
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
    // Those of a proxy's class are the methods of its interfaces, which each process finds itself.
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

  /** The program's, with their statics; those that were initialised later come later. */
  List<Class<?>> program() {
    return List.copyOf(program);
  }
}
