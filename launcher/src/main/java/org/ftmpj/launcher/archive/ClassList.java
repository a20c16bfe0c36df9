package org.ftmpj.launcher.archive;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list of classes as {@code java -Xshare:dump} takes it: each with a number; those of FTMPJ,
 * which no loader of the Java virtual machine's own defines, also with their supertypes and where
 * they are. A class that has the program's or MPJ Express's classes as supertypes is left out.
 */
final class ClassList implements AutoCloseable {
  private static final Pattern LOADED = Pattern.compile("(\\S+) source: (.+)");
  private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

  private final Path jar;
  private final URLClassLoader ours;
  private final Map<Class<?>, Integer> ids = new HashMap<>();
  private final List<String> lines = new ArrayList<>();
  private final Set<String> lambdas = new LinkedHashSet<>();

  /**
   * @param jar has the classes of FTMPJ; in the directory where the list is to be read
   */
  ClassList(Path jar) throws MalformedURLException {
    this.jar = jar;
    this.ours = new URLClassLoader(new URL[] {jar.toUri().toURL()}, JDK);
  }

  /**
   * Adds the JDK's classes, and what it makes of their lambdas, from a list that a Java virtual
   * machine has written ({@code -XX:DumpLoadedClassList}).
   */
  void addJdk(Path list) throws IOException {
    for (String line : Files.readAllLines(list)) {
      String[] words = line.split(" ");
      if (line.startsWith("@lambda-form-invoker") || isLambdaOfJdk(words)) {
        lambdas.add(line);
      } else if (!line.startsWith("#") && !line.startsWith("@")) {
        add(words[0].replace('/', '.'), JDK);
      }
    }
  }

  private static boolean isLambdaOfJdk(String[] words) throws IOException {
    return words[0].equals("@lambda-proxy") && JDK.getResource(words[1] + ".class") != null;
  }

  /**
   * Adds the classes from the agent's jar that are in a log of a Java virtual machine's ({@code
   * -Xlog:class+load}).
   */
  void addOurs(Path log, Path agentJar) throws IOException {
    for (String line : Files.readAllLines(log)) {
      Matcher loaded = LOADED.matcher(line);
      if (loaded.matches() && loaded.group(2).endsWith("/" + agentJar.getFileName())) {
        add(loaded.group(1), ours);
      }
    }
  }

  private void add(String name, ClassLoader loader) {
    try {
      add(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | NoClassDefFoundError notToBeArchived) {
      return;
    }
  }

  private int add(Class<?> type) {
    Integer known = ids.get(type);
    if (known != null) {
      return known;
    }
    StringBuilder supertypes = new StringBuilder();
    if (type.getClassLoader() == ours) {
      supertypes.append(" super: ").append(add(superclass(type)));
      Class<?>[] interfaces = type.getInterfaces();
      if (interfaces.length > 0) {
        supertypes.append(" interfaces:");
        for (Class<?> one : interfaces) {
          supertypes.append(' ').append(add(one));
        }
      }
      // Its path could have a space, which ends the word there.
      supertypes.append(" source: ").append(jar.getFileName());
    }
    int id = ids.size() + 1;
    ids.put(type, id);
    lines.add(type.getName().replace('.', '/') + " id: " + id + supertypes);
    return id;
  }

  private static Class<?> superclass(Class<?> type) {
    return type.isInterface() ? Object.class : type.getSuperclass();
  }

  /** Number of classes. */
  int size() {
    return ids.size();
  }

  void write(Path file) throws IOException {
    List<String> all = new ArrayList<>(lines);
    all.addAll(lambdas);
    Files.write(file, all);
  }

  @Override
  public void close() throws IOException {
    ours.close();
  }
}
