package org.ftmpj.interceptors.weave;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.ftmpj.interceptors.program.ClassOutline;
import org.objectweb.asm.Opcodes;

/**
 * The serial version that a class has if it declares none: a digest of its members, as the Java
 * Object Serialization Specification says in 4.6. A woven class keeps that which it had.
 */
final class SerialVersion {
  static final String FIELD = "serialVersionUID";

  private static final int OF_CLASS =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
  private static final int OF_FIELD =
      Opcodes.ACC_PUBLIC
          | Opcodes.ACC_PRIVATE
          | Opcodes.ACC_PROTECTED
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_VOLATILE
          | Opcodes.ACC_TRANSIENT;
  private static final int OF_METHOD =
      Opcodes.ACC_PUBLIC
          | Opcodes.ACC_PRIVATE
          | Opcodes.ACC_PROTECTED
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_SYNCHRONIZED
          | Opcodes.ACC_NATIVE
          | Opcodes.ACC_ABSTRACT
          | Opcodes.ACC_STRICT;
  private static final String INITIALIZER = "<clinit>";
  private static final String CONSTRUCTOR = "<init>";

  private SerialVersion() {}

  /** The one that the virtual machine would compute. */
  static long of(ClassOutline outline) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(outline, out);
      byte[] digest = MessageDigest.getInstance("SHA").digest(bytes.toByteArray());
      long version = 0;
      for (int i = Long.BYTES - 1; i >= 0; i--) {
        version = version << 8 | digest[i] & 0xFF;
      }
      return version;
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(ClassOutline outline, DataOutputStream out) throws IOException {
    out.writeUTF(outline.name().replace('/', '.'));
    out.writeInt(outline.access() & OF_CLASS);
    String[] interfaces = outline.interfaces().clone();
    Arrays.sort(interfaces);
    for (String name : interfaces) {
      out.writeUTF(name.replace('/', '.'));
    }
    for (ClassOutline.Member field : sorted(outline.fields())) {
      int flags = field.access() & OF_FIELD;
      boolean hidden = (flags & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) != 0;
      if ((flags & Opcodes.ACC_PRIVATE) == 0 || !hidden) {
        write(field.name(), flags, field.descriptor(), out);
      }
    }
    List<ClassOutline.Member> methods = sorted(outline.methods());
    if (methods.stream().anyMatch(m -> m.name().equals(INITIALIZER))) {
      write(INITIALIZER, Opcodes.ACC_STATIC, "()V", out);
    }
    for (ClassOutline.Member method : methods) {
      if (method.name().equals(CONSTRUCTOR)) {
        writeMethod(method, out);
      }
    }
    for (ClassOutline.Member method : methods) {
      if (!method.name().equals(CONSTRUCTOR) && !method.name().equals(INITIALIZER)) {
        writeMethod(method, out);
      }
    }
  }

  private static void writeMethod(ClassOutline.Member method, DataOutputStream out)
      throws IOException {
    int flags = method.access() & OF_METHOD;
    if ((flags & Opcodes.ACC_PRIVATE) == 0) {
      write(method.name(), flags, method.descriptor().replace('/', '.'), out);
    }
  }

  private static void write(String name, int flags, String type, DataOutputStream out)
      throws IOException {
    out.writeUTF(name);
    out.writeInt(flags);
    out.writeUTF(type);
  }

  private static List<ClassOutline.Member> sorted(List<ClassOutline.Member> members) {
    return members.stream()
        .sorted(
            Comparator.comparing(ClassOutline.Member::name)
                .thenComparing(ClassOutline.Member::descriptor))
        .toList();
  }
}
