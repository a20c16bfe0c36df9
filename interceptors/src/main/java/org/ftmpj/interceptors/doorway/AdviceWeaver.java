package org.ftmpj.interceptors.doorway;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.pool.TypePool;

/**
 * Weaves advice into one class of MPJ Express by Byte Buddy. It reads class files only, for it may
 * run while that class is being loaded.
 */
final class AdviceWeaver {
  private final ClassFileLocator files;
  private final TypePool types;

  private AdviceWeaver(String type, byte[] classFile) {
    this.files =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(type, classFile),
            ClassFileLocator.ForClassLoader.of(AdviceWeaver.class.getClassLoader()));
    this.types = TypePool.Default.of(files);
  }

  /**
   * @param type a class that has doorways
   */
  static byte[] into(String type, byte[] classFile) {
    return new AdviceWeaver(type, classFile).woven(type);
  }

  private byte[] woven(String type) {
    DynamicType.Builder<?> woven = new ByteBuddy().decorate(described(type), files);
    for (Doorway doorway : Doorway.ALL) {
      if (doorway.type().equals(type)) {
        woven = woven.visit(advice(doorway).on(named(doorway.method())));
      }
    }
    return woven.make(types).getBytes();
  }

  private Advice advice(Doorway doorway) {
    TypeDescription advice = described(MpjAdvice.class.getName() + "$" + doorway.advice());
    return doorway.replaced()
        ? Advice.to(described(MpjAdvice.Skipped.class.getName()), advice, files)
        : Advice.to(advice, files);
  }

  private TypeDescription described(String type) {
    return types.describe(type).resolve();
  }
}
