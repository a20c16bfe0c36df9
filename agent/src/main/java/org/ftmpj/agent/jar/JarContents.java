package org.ftmpj.agent.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * Changes the classes in a directory so that they start faster: lambdas become classes ({@link
 * LambdaClasses}), Chronicle's telemetry and formats are removed ({@link Telemetry}, {@link
 * DateFormats}), and so are other parts that it uses for next to nothing ({@link
 * ChronicleShortcuts}); all classes have stack map frames ({@link Frames}), and some methods are
 * compiled only once ({@link UninlinedMethods}). Adds a file that names the build of the doorways
 * in MPJ Express.
 */
public final class JarContents {
  /** The ending that the isolated class loader expects. */
  private static final String ENDING = ".classdata";

  /** Represents a class of the program, in a loader of its own. */
  private static final String PROGRAM = "org/ftmpj/interceptors/weave/Canary";

  /** The package of the code woven into MPJ Express, and the packages of the weaver. */
  private static final String DOORWAY = "org/ftmpj/interceptors/doorway/";

  private static final String BYTE_BUDDY = "net/bytebuddy/";

  private final Path directory;
  private final NestMembers nests = new NestMembers();
  private final Map<String, byte[]> classes = new TreeMap<>();

  /** Methods that were changed. */
  private final Set<String> found = new HashSet<>();

  JarContents(Path directory) {
    this.directory = directory;
  }

  /**
   * @param arguments the directory
   */
  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    JarContents contents = new JarContents(Path.of(arguments[0]));
    contents.change();
    contents.nameDoorways();
    Set<String> missing = new TreeSet<>(Telemetry.METHODS);
    missing.add(DateFormats.METHOD);
    missing.addAll(ChronicleShortcuts.METHODS);
    missing.addAll(UninlinedMethods.METHODS);
    missing.removeAll(contents.found);
    if (!missing.isEmpty()) {
      throw new IllegalStateException("There is no longer anything to change in " + missing);
    }
  }

  void change() throws IOException {
    for (Path file : files()) {
      change(Files.readAllBytes(file));
    }
    for (String host : nests.hosts()) {
      if (!classes.containsKey(host)) {
        throw new IllegalStateException("the class " + host + " is in another place");
      }
      classes.put(host, nests.withMembers(host, classes.get(host)));
    }
    for (Map.Entry<String, byte[]> changed : classes.entrySet()) {
      Files.write(directory.resolve(changed.getKey() + ENDING), changed.getValue());
    }
  }

  /** Weaving of another build into MPJ Express is not used. */
  private void nameDoorways() throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      if (each.getKey().startsWith(DOORWAY) || each.getKey().startsWith(BYTE_BUDDY)) {
        digest.update(each.getValue());
      }
    }
    Files.writeString(
        directory.resolve(DOORWAY + "build.txt"), HexFormat.of().formatHex(digest.digest()));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    }
  }

  private void change(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (reader.getClassName().equals(PROGRAM)) {
      return;
    }
    if (Frames.areMissing(reader)) {
      classes.put(reader.getClassName(), Frames.into(reader));
      return;
    }
    ClassWriter writer = new ClassWriter(0);
    List<LambdaClass> made = new ArrayList<>();
    ClassVisitor library =
        new Telemetry(
            new DateFormats(new ChronicleShortcuts(writer, found::add), found::add), found::add);
    LambdaClasses lambdas = new LambdaClasses(new UninlinedMethods(library, found::add), made::add);
    reader.accept(lambdas, 0);
    classes.put(reader.getClassName(), writer.toByteArray());
    for (LambdaClass lambda : made) {
      classes.put(lambda.name(), lambda.classFile(lambdas.nestHost()));
      nests.add(lambdas.nestHost(), lambda.name());
    }
  }
}
