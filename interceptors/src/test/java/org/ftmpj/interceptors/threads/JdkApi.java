package org.ftmpj.interceptors.threads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The public API of one version of Java: from that Java's own classes, or from the signatures that
 * a newer one keeps of it for {@code javac --release} (ct.sym).
 */
final class JdkApi implements AutoCloseable {
  private static final String OBJECT = "java/lang/Object";
  private static final int VISIBLE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

  /** A method or constructor as the program may call it. */
  record Member(String owner, String name, String descriptor, int access) {

    boolean isStatic() {
      return (access & Opcodes.ACC_STATIC) != 0;
    }

    boolean isPublic() {
      return (access & Opcodes.ACC_PUBLIC) != 0;
    }

    Call call() {
      return new Call(owner, name, descriptor);
    }
  }

  /** The parts of a class file that are needed. */
  private record Type(int access, List<String> supertypes, List<Member> members) {}

  private final FileSystem files;
  private final List<Path> roots;
  private final Map<String, Type> read = new HashMap<>();

  /** The classes of each package, by their simple names. */
  private final Map<String, Map<String, Path>> packages = new HashMap<>();

  private JdkApi(FileSystem files, List<Path> roots) {
    this.files = files;
    this.roots = roots;
  }

  /** The API of the Java at that home. */
  static JdkApi of(Path home) throws IOException {
    FileSystem files =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
    return new JdkApi(files, below(files.getPath("/modules")));
  }

  /** The API of an older version, if the Java at that home keeps it. */
  static Optional<JdkApi> of(Path home, int version) throws IOException {
    Path signatures = home.resolve("lib/ct.sym");
    if (!Files.isRegularFile(signatures)) {
      return Optional.empty();
    }
    FileSystem files = FileSystems.newFileSystem(signatures, Map.of());
    // A folder is named after the versions that its signatures are the same in: 9, A, ..., Z.
    String digit = Integer.toString(version, Character.MAX_RADIX).toUpperCase();
    List<Path> modules = new ArrayList<>();
    for (Path folder : below(files.getPath("/"))) {
      if (folder.getFileName().toString().replace("/", "").contains(digit)) {
        modules.addAll(below(folder));
      }
    }
    return Optional.of(new JdkApi(files, modules));
  }

  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** The public types of a package, with nested ones; internal names. */
  List<String> typesOf(String packageName) {
    return classes(packageName).keySet().stream()
        .map(simple -> packageName + simple)
        .filter(this::isPublic)
        .toList();
  }

  boolean has(String type) {
    return type(type) != null;
  }

  private boolean isPublic(String name) {
    Type type = type(name);
    int end = name.lastIndexOf('$');
    return (type.access & Opcodes.ACC_PUBLIC) != 0 && (end < 0 || isPublic(name.substring(0, end)));
  }

  /** The methods of that type that a program may call, by whatever supertype it is declared. */
  List<Member> members(String type) {
    Map<String, Member> members = new LinkedHashMap<>();
    collect(type, type, members);
    return List.copyOf(members.values());
  }

  private void collect(String name, String owner, Map<String, Member> members) {
    Type type = type(name);
    if (type == null || name.equals(OBJECT)) {
      return;
    }
    boolean inherited = !name.equals(owner);
    boolean ofInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
    for (Member m : type.members) {
      boolean none = m.name.equals("<init>") || ofInterface && m.isStatic();
      if (!inherited || !none) {
        members.putIfAbsent(
            m.name + m.descriptor, new Member(owner, m.name, m.descriptor, m.access));
      }
    }
    type.supertypes.forEach(supertype -> collect(supertype, owner, members));
  }

  private Type type(String name) {
    return read.computeIfAbsent(
        name,
        n -> {
          int end = n.lastIndexOf('/') + 1;
          Path file = classes(n.substring(0, end)).get(n.substring(end));
          return file == null ? null : read(file);
        });
  }

  private static Type read(Path file) {
    try {
      ClassReader reader = new ClassReader(Files.readAllBytes(file));
      Reading reading = new Reading();
      reader.accept(
          reading, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return reading.type;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Path> classes(String packageName) {
    return packages.computeIfAbsent(
        packageName,
        name -> {
          Map<String, Path> found = new TreeMap<>();
          roots.forEach(root -> addClasses(root.resolve(name), found));
          return found;
        });
  }

  private static void addClasses(Path folder, Map<String, Path> to) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(
          file -> {
            String name = file.getFileName().toString();
            int end = name.lastIndexOf('.');
            if (end > 0 && !name.substring(end + 1).equals("html")) {
              to.put(name.substring(0, end), file);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  private static final class Reading extends ClassVisitor {
    private Type type;
    private String name;

    Reading() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] faces) {
      this.name = name;
      List<String> supertypes = new ArrayList<>();
      if (superName != null) {
        supertypes.add(superName);
      }
      supertypes.addAll(List.of(faces));
      type = new Type(access, supertypes, new ArrayList<>());
    }

    /** Whether a nested class is public is said there only. */
    @Override
    public void visitInnerClass(String inner, String outer, String simple, int access) {
      if (inner.equals(name)) {
        boolean visible = (access & VISIBLE) != 0 && outer != null;
        int others = type.access & ~Opcodes.ACC_PUBLIC;
        type =
            new Type(visible ? others | Opcodes.ACC_PUBLIC : others, type.supertypes, type.members);
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      boolean synthetic = (access & Opcodes.ACC_SYNTHETIC) != 0;
      if ((access & VISIBLE) != 0 && !synthetic && !method.equals("<clinit>")) {
        type.members.add(new Member(name, method, descriptor, access));
      }
      return null;
    }
  }
}
