package org.ftmpj.interceptors.threads;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The types whose objects a class does not only keep in local variables: it has them in fields,
 * passes them to methods or gets them from there, or a lambda captures them.
 */
final class SharedTypes extends ClassVisitor {
  private static final int NAME_AND_TYPE = 12;

  private final String descriptor;
  private boolean found;

  private SharedTypes(String type) {
    super(Opcodes.ASM9);
    this.descriptor = "L" + type + ";";
  }

  /** Whether objects of that type may be shared; errs towards true. */
  static boolean contain(ClassReader classFile, String type) {
    SharedTypes types = new SharedTypes(type);
    types.lookAtUses(classFile);
    if (!types.found) {
      classFile.accept(
          types, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    return types.found;
  }

  /** Fields, methods and lambdas that its code names. */
  private void lookAtUses(ClassReader classFile) {
    char[] buffer = new char[classFile.getMaxStringLength()];
    for (int i = 1; i < classFile.getItemCount() && !found; i++) {
      int at = classFile.getItem(i);
      if (at != 0 && classFile.readByte(at - 1) == NAME_AND_TYPE) {
        lookAt(classFile.readUTF8(at + 2, buffer));
      }
    }
  }

  private void lookAt(String fieldOrMethod) {
    found = found || fieldOrMethod.contains(descriptor);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    lookAt(descriptor);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    lookAt(descriptor);
    return null;
  }
}
