package org.ftmpj.interceptors.weave;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Constructors of the JDK that open a file, as the program calls them. What they get is changed: a
 * stream that is open already, or the file to open instead.
 */
final class FileConstructions {
  /** The stack depth that such a call adds. */
  static final int MORE_STACK = 2;

  private static final String OPENS = ValueCalls.VALUE + "Opens";
  private static final String INIT = "<init>";
  private static final String WRITER = "java/io/FileWriter";
  private static final String PRINT_STREAM = "java/io/PrintStream";
  private static final String PRINT_WRITER = "java/io/PrintWriter";
  private static final String FORMATTER = "java/util/Formatter";
  private static final String SCANNER = "java/util/Scanner";
  private static final String FILE = "Ljava/io/File;";
  private static final String PATH = "Ljava/nio/file/Path;";
  private static final String TEXT = "Ljava/lang/String;";
  private static final String CHARSET = "Ljava/nio/charset/Charset;";

  private static final Set<String> PRINTERS = Set.of(PRINT_STREAM, PRINT_WRITER);

  /** Made instead of the JDK's. */
  private static final Map<String, String> OURS =
      Map.of(WRITER, ValueCalls.VALUE + "RecordedFileWriter");

  private static final Set<String> FILES = Set.of("(" + TEXT + ")V", "(" + FILE + ")V");

  private static final Set<String> FILES_AND_WHETHER =
      Set.of("(" + TEXT + "Z)V", "(" + FILE + "Z)V");

  private static final Set<String> FILES_AND_SETS =
      Set.of(
          "(" + TEXT + TEXT + ")V",
          "(" + FILE + TEXT + ")V",
          "(" + TEXT + CHARSET + ")V",
          "(" + FILE + CHARSET + ")V");

  private FileConstructions() {}

  /** Whether calls of that constructor are changed. */
  static boolean change(String owner, String descriptor) {
    boolean file = FILES.contains(descriptor) || FILES_AND_SETS.contains(descriptor);
    return replaces(owner)
        || isScannerOf(owner, descriptor)
        || isArchive(owner)
        || file && (PRINTERS.contains(owner) || isFormatterOf(owner, descriptor));
  }

  /** The type to be created instead of that one; the same type if none is. */
  static String instead(String type) {
    return OURS.getOrDefault(type, type);
  }

  private static boolean replaces(String type) {
    return OURS.containsKey(type);
  }

  /**
   * Calls the constructor, with other arguments if it opens a file.
   *
   * @param made whether of an object that was made in the same method
   */
  static void construct(MethodVisitor to, String owner, String descriptor, boolean made) {
    if (made && replaces(owner)) {
      init(to, instead(owner), descriptor);
    } else if (replaces(owner)
        && (FILES.contains(descriptor) || FILES_AND_WHETHER.contains(descriptor))) {
      open(to, "superDescriptor", descriptor, "Ljava/io/FileDescriptor;");
      init(to, owner, "(Ljava/io/FileDescriptor;)V");
    } else if (isScannerOf(owner, descriptor)) {
      scanner(to, descriptor);
    } else if (isArchive(owner)) {
      archive(to, owner, descriptor);
    } else {
      printer(to, owner, descriptor);
    }
  }

  private static void printer(MethodVisitor to, String owner, String descriptor) {
    boolean file = FILES.contains(descriptor);
    boolean fileAndSet = FILES_AND_SETS.contains(descriptor);
    String out = "Ljava/io/OutputStream;";
    if (owner.equals(PRINT_WRITER) && (file || fileAndSet)) {
      open(to, "writer", descriptor, "Ljava/io/Writer;");
      init(to, owner, "(Ljava/io/Writer;)V");
    } else if ((owner.equals(PRINT_STREAM) || isFormatterOf(owner, descriptor)) && file) {
      open(to, "stream", descriptor, out);
      init(to, owner, "(" + out + ")V");
    } else if (owner.equals(PRINT_STREAM) && fileAndSet) {
      String set = openWithSet(to, descriptor, out);
      to.visitInsn(Opcodes.ICONST_0); // no flush at each line
      to.visitInsn(Opcodes.SWAP);
      init(to, owner, "(" + out + "Z" + set + ")V");
    } else if (isFormatterOf(owner, descriptor) && fileAndSet) {
      String set = openWithSet(to, descriptor, out);
      init(to, owner, "(" + out + set + ")V");
    } else {
      init(to, owner, descriptor);
    }
  }

  /**
   * Whether it is a constructor of a formatter without a character set; none has a character set
   * but no locale.
   */
  private static boolean isFormatterOf(String owner, String descriptor) {
    return owner.equals(FORMATTER) && !descriptor.contains(CHARSET);
  }

  /** Opens the file: from the file and the set on the stack to the stream and the set. */
  private static String openWithSet(MethodVisitor to, String descriptor, String out) {
    to.visitInsn(Opcodes.DUP_X1);
    open(to, "stream", descriptor, out);
    to.visitInsn(Opcodes.SWAP);
    return descriptor.contains(CHARSET) ? CHARSET : TEXT;
  }

  private static boolean isScannerOf(String owner, String descriptor) {
    return owner.equals(SCANNER)
        && (descriptor.startsWith("(" + FILE) || descriptor.startsWith("(" + PATH));
  }

  private static void scanner(MethodVisitor to, String descriptor) {
    String source = descriptor.startsWith("(" + FILE) ? FILE : PATH;
    String set = descriptor.substring(1 + source.length());
    String in = "Ljava/io/InputStream;";
    if (!set.startsWith(")")) {
      to.visitInsn(Opcodes.SWAP);
    }
    open(to, "input", "(" + source + ")V", in);
    if (!set.startsWith(")")) {
      to.visitInsn(Opcodes.SWAP);
    }
    init(to, SCANNER, "(" + in + set);
  }

  private static boolean isArchive(String owner) {
    return owner.equals("java/util/zip/ZipFile") || owner.equals("java/util/jar/JarFile");
  }

  /** The file is the first argument; all others are taken from above it, and put back. */
  private static void archive(MethodVisitor to, String owner, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    String of = arguments.length == 0 ? "" : arguments[0].getDescriptor();
    boolean file = of.equals(FILE) || of.equals(TEXT);
    if (file && arguments.length == 1) {
      open(to, "unchanging", "(" + of + ")V", of);
    } else if (file && arguments.length == 2) {
      to.visitInsn(Opcodes.SWAP);
      open(to, "unchanging", "(" + of + ")V", of);
      to.visitInsn(Opcodes.SWAP);
    }
    init(to, owner, descriptor);
  }

  private static void open(MethodVisitor to, String name, String descriptor, String result) {
    String arguments = descriptor.substring(0, descriptor.length() - 1);
    to.visitMethodInsn(Opcodes.INVOKESTATIC, OPENS, name, arguments + result, false);
  }

  private static void init(MethodVisitor to, String owner, String descriptor) {
    to.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, INIT, descriptor, false);
  }
}
