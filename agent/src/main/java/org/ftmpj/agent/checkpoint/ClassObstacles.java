package org.ftmpj.agent.checkpoint;

import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The features of the program's classes that an image cannot contain: native methods, whose
 * libraries keep memory of their own, and the use of MPJ Express's packed buffers, whose pool is
 * not in an image. Any thread.
 */
final class ClassObstacles {
  private static final String BUFFERS = "mpjbuf/";
  private static final int CONSTANT_CLASS = 7;

  private volatile String first;

  /** Examines a class of the program that is being loaded. */
  void examine(String internalName, byte[] classFile) {
    if (first != null) {
      return;
    }
    ClassReader reader = new ClassReader(classFile);
    String type = internalName.replace('/', '.');
    if (usesBuffers(reader)) {
      first = "the program packs buffers of MPJ Express itself, in class " + type;
      return;
    }
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            if ((access & Opcodes.ACC_NATIVE) != 0) {
              first = "the program has a native method, " + type + '.' + name;
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  private static boolean usesBuffers(ClassReader reader) {
    char[] name = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      // The second slot of a long or double constant has no item.
      if (item > 0
          && reader.readByte(item - 1) == CONSTANT_CLASS
          && reader.readUTF8(item, name).startsWith(BUFFERS)) {
        return true;
      }
    }
    return false;
  }

  /** An obstacle found, in words. */
  Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
