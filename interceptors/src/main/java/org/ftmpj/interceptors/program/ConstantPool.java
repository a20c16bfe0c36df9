package org.ftmpj.interceptors.program;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * The constants of a class file: every method that its code calls or refers to is among them, so
 * the code need not be read to know that a class can stay as it is.
 *
 * @param methods those that are called or referred to
 * @param fields those that are read or written; their owner may be a subclass of the declaring one
 * @param dynamic calls whose code is made at run time, such as the {@code +} of strings; their
 *     owner is empty
 */
public record ConstantPool(List<Call> methods, List<Call> fields, List<Call> dynamic) {
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int INVOKE_DYNAMIC = 18;

  /** Goes through the constants once. */
  public static ConstantPool of(ClassReader classFile) {
    ConstantPool constants =
        new ConstantPool(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    char[] buffer = new char[classFile.getMaxStringLength()];
    for (int i = 1; i < classFile.getItemCount(); i++) {
      int at = classFile.getItem(i);
      switch (at == 0 ? 0 : classFile.readByte(at - 1)) {
        case METHOD -> constants.methods.add(call(classFile, at, buffer));
        case INTERFACE_METHOD ->
            constants.methods.add(ObjectMethods.named(call(classFile, at, buffer)));
        case INVOKE_DYNAMIC -> constants.dynamic.add(named(classFile, "", at, buffer));
        case FIELD -> constants.fields.add(call(classFile, at, buffer));
        default -> {}
      }
    }
    return constants;
  }

  private static Call call(ClassReader classFile, int at, char[] buffer) {
    return named(classFile, classFile.readClass(at, buffer), at, buffer);
  }

  private static Call named(ClassReader classFile, String owner, int at, char[] buffer) {
    int nameAndType = classFile.getItem(classFile.readUnsignedShort(at + 2));
    return new Call(
        owner,
        classFile.readUTF8(nameAndType, buffer),
        classFile.readUTF8(nameAndType + 2, buffer));
  }
}
