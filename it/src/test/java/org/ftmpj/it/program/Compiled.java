package org.ftmpj.it.program;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import jdk.test.whitebox.WhiteBox;
import mpi.MPI;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has the virtual machine verify classes, and compile their methods; prints classes that are
 * refused, and methods that a compiler gives up. Initializers of classes do not run.
 */
public final class Compiled extends ClassLoader {
  private static final String CLASS_FILE = ".class";
  private static final int[] COMPILERS = {1, 4};

  /** Class files by name. */
  private final Map<String, byte[]> classes = new TreeMap<>();

  private int verified;
  private int methods;

  private Compiled() {
    super(Compiled.class.getClassLoader());
  }

  /**
   * @param args which one of how many classes is examined, beside those that have blocks of all
   *     kinds; directories and jars
   */
  public static void main(String[] args) throws Exception {
    String[] rest = MPI.Init(args);
    Compiled all = new Compiled();
    for (String entry : rest[2].split(File.pathSeparator)) {
      all.read(Path.of(entry));
    }
    int first = Integer.parseInt(rest[0]);
    int step = Integer.parseInt(rest[1]);
    List<String> names = List.copyOf(all.classes.keySet());
    for (int i = 0; i < names.size(); i++) {
      if (i % step == first || names.get(i).contains("Blocks")) {
        all.examine(names.get(i));
      }
    }
    System.out.println("verified " + all.verified);
    System.out.println("methods " + all.methods);
    MPI.Finalize();
  }

  private void read(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry, FileVisitOption.FOLLOW_LINKS)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          if (file.toString().endsWith(CLASS_FILE)) {
            add(entry.relativize(file).toString(), Files.readAllBytes(file));
          }
        }
      }
      return;
    }
    try (JarFile jar = new JarFile(entry.toFile())) {
      for (JarEntry file : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (file.getName().endsWith(CLASS_FILE)) {
          add(file.getName(), jar.getInputStream(file).readAllBytes());
        }
      }
    }
  }

  private void add(String file, byte[] content) {
    if (!file.contains("-")) {
      String name = file.substring(0, file.length() - CLASS_FILE.length()).replace('/', '.');
      classes.putIfAbsent(name, content);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      byte[] classFile = classes.get(name);
      if (loaded != null || classFile == null) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      byte[] defined = withoutInitializer(classFile);
      return defineClass(name, defined, 0, defined.length);
    }
  }

  private static byte[] withoutInitializer(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return name.equals("<clinit>")
                ? null
                : super.visitMethod(access, name, descriptor, signature, exceptions);
          }
        },
        0);
    return writer.toByteArray();
  }

  private void examine(String name) {
    List<Executable> all = new ArrayList<>();
    try {
      // To list the methods links the class, which verifies it.
      Class<?> type = loadClass(name);
      all.addAll(List.of(type.getDeclaredMethods()));
      all.addAll(List.of(type.getDeclaredConstructors()));
    } catch (VerifyError e) {
      System.out.println("NOT VERIFIED " + e);
      return;
    } catch (ClassNotFoundException | LinkageError | TypeNotPresentException somethingIsNotThere) {
      return;
    }
    verified++;
    for (Executable method : all) {
      int modifiers = method.getModifiers();
      if (!Modifier.isAbstract(modifiers) && !Modifier.isNative(modifiers)) {
        compile(method);
      }
    }
  }

  private void compile(Executable method) {
    methods++;
    for (int compiler : COMPILERS) {
      try {
        if (!WhiteBox.compiles(method, compiler)) {
          System.out.println("NOT COMPILED at " + compiler + " " + method);
        }
      } catch (LinkageError somethingIsNotThere) {
        return;
      }
    }
  }
}
