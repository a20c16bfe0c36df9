package org.ftmpj.agent;

import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Whether a class of the program has native methods: libraries are not in an image, and what they
 * keep in memory is not, either. Any thread.
 */
final class NativeMethods {
  private volatile String first;

  /** Looks at a class that is being loaded. */
  void examine(String internalName, byte[] classFile) {
    if (first == null) {
      new ClassReader(classFile)
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  if ((access & Opcodes.ACC_NATIVE) != 0) {
                    first = internalName.replace('/', '.') + '.' + name;
                  }
                  return null;
                }
              },
              ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
  }

  /** One that was found. */
  Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
