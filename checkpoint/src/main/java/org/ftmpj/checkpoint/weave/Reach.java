package org.ftmpj.checkpoint.weave;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The methods of the program that may reach a call at which it can be captured. The analysis is
 * conservative: a call reaches every method of its name and type in a class that an object of the
 * called type may have. Calls by reflection or by the JDK are not followed, because the program
 * cannot be captured there. Immutable.
 */
public final class Reach {
  private static final String CLASS_FILE = ".class";

  private final Hierarchy hierarchy;

  /** Classes with a method that reaches, by name and descriptor. */
  private final Map<String, Set<String>> reaching;

  private final Set<String> owners = new HashSet<>();

  private Reach(Hierarchy hierarchy, Map<String, Set<String>> reaching) {
    this.hierarchy = hierarchy;
    this.reaching = reaching;
    reaching.values().forEach(owners::addAll);
  }

  private Reach(ClassCalls calls) {
    this(calls.hierarchy(), new HashMap<>());
    Deque<Method> toFollow = new ArrayDeque<>();
    calls.ofMessages().forEach(method -> add(method, toFollow));
    while (!toFollow.isEmpty()) {
      Method reached = toFollow.remove();
      for (ClassCalls.Called called : calls.of(reached.signature())) {
        if (mayReach(called.owner(), reached)) {
          called.callers().forEach(caller -> add(caller, toFollow));
        }
      }
      for (String signature : StreamLoops.callersOf(reached.signature())) {
        for (ClassCalls.Called called : calls.of(signature)) {
          called.callers().forEach(caller -> add(caller, toFollow));
        }
      }
    }
  }

  private void add(Method method, Deque<Method> toFollow) {
    if (reaching.computeIfAbsent(method.signature(), any -> new HashSet<>()).add(method.owner())) {
      owners.add(method.owner());
      toFollow.add(method);
    }
  }

  /**
   * Reads all classes of the program in directories and jars; missing ones are skipped.
   *
   * @throws IOException if a jar or a class cannot be read
   */
  public static Reach ofClassPath(Collection<Path> classPath, Sites sites) throws IOException {
    ClassCalls calls = new ClassCalls(sites);
    for (Path entry : classPath) {
      if (Files.isDirectory(entry)) {
        // A walk does not go through a link.
        Path directory = entry.toRealPath();
        try (Stream<Path> files = Files.walk(directory)) {
          for (Path file : (Iterable<Path>) files::iterator) {
            addFile(directory.relativize(file).toString(), file, calls, sites);
          }
        }
      } else if (Files.exists(entry)) {
        addJar(entry, calls, sites);
      }
    }
    return new Reach(calls);
  }

  /** The reach of class files. */
  public static Reach of(Collection<byte[]> classFiles, Sites sites) {
    ClassCalls calls = new ClassCalls(sites);
    classFiles.forEach(calls::add);
    return new Reach(calls);
  }

  private static void addFile(String name, Path file, ClassCalls calls, Sites sites)
      throws IOException {
    if (isOfProgram(name, sites)) {
      calls.add(Files.readAllBytes(file));
    }
  }

  private static void addJar(Path path, ClassCalls calls, Sites sites) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Enumeration<JarEntry> entries = jar.entries();
      while (entries.hasMoreElements()) {
        JarEntry entry = entries.nextElement();
        if (isOfProgram(entry.getName(), sites)) {
          try (InputStream in = jar.getInputStream(entry)) {
            calls.add(in.readAllBytes());
          }
        }
      }
    }
  }

  /** Excludes other versions of a class and descriptions of modules, whose names no code calls. */
  private static boolean isOfProgram(String file, Sites sites) {
    return file.endsWith(CLASS_FILE)
        && file.indexOf('-') < 0
        && sites.isProgram(
            file.substring(0, file.length() - CLASS_FILE.length()).replace('\\', '/'));
  }

  /**
   * Writes the form that {@link #read} reads.
   *
   * @throws IOException if it cannot be written, or has a name that is too long
   */
  void write(DataOutput out) throws IOException {
    write(out, hierarchy.subclasses);
    write(out, Map.of("", hierarchy.known));
    write(out, reaching);
  }

  private static void write(DataOutput out, Map<String, ? extends Collection<String>> names)
      throws IOException {
    out.writeInt(names.size());
    for (Map.Entry<String, ? extends Collection<String>> entry : names.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeInt(entry.getValue().size());
      for (String name : entry.getValue()) {
        out.writeUTF(name);
      }
    }
  }

  /** Reads what {@link #write} has written. */
  static Reach read(DataInput in) throws IOException {
    Hierarchy hierarchy = new Hierarchy();
    read(in, name -> hierarchy.subclasses.computeIfAbsent(name, any -> new ArrayList<>()));
    read(in, any -> hierarchy.known);
    Map<String, Set<String>> reaching = new HashMap<>();
    read(in, signature -> reaching.computeIfAbsent(signature, any -> new HashSet<>()));
    return new Reach(hierarchy, reaching);
  }

  private static void read(DataInput in, Function<String, Collection<String>> collection)
      throws IOException {
    for (int keys = in.readInt(); keys > 0; keys--) {
      Collection<String> names = collection.apply(in.readUTF());
      for (int left = in.readInt(); left > 0; left--) {
        names.add(in.readUTF());
      }
    }
  }

  /** Whether that class has a method with a call that may be captured at. */
  public boolean concerns(String owner) {
    return owners.contains(owner);
  }

  /** Whether that call may reach a call that the program can be captured at. */
  boolean isReachedBy(String owner, String name, String descriptor) {
    String signature = name + descriptor;
    for (String implementing : reaching.getOrDefault(signature, Set.of())) {
      if (mayReach(owner, new Method(implementing, signature))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call of a method with this name and type, by the class that it names, may reach the
   * method.
   */
  private boolean mayReach(String named, Method method) {
    return named.equals(method.owner())
        || !method.signature().startsWith("<init>") && hierarchy.areRelated(named, method.owner());
  }

  /** A method: its name and type, and its class. */
  record Method(String owner, String signature) {
    // Written by hand: the first call of a record's own makes the virtual machine generate code, at
    // every start of a rank.

    @Override
    public boolean equals(Object other) {
      return other instanceof Method method
          && signature.equals(method.signature)
          && owner.equals(method.owner);
    }

    @Override
    public int hashCode() {
      return 31 * signature.hashCode() + owner.hashCode();
    }
  }

  /** The hierarchy of the classes that were read. */
  static final class Hierarchy {
    private final Map<String, List<String>> subclasses = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, Set<String>> descendants = new HashMap<>();

    void add(String name, String above, String[] interfaces) {
      known.add(name);
      subclasses.computeIfAbsent(above, any -> new ArrayList<>()).add(name);
      for (String one : interfaces) {
        subclasses.computeIfAbsent(one, any -> new ArrayList<>()).add(name);
      }
    }

    /** Whether an object may be of both; true if one of them was not read. */
    synchronized boolean areRelated(String one, String other) {
      if (!known.contains(one) || !known.contains(other)) {
        return true;
      }
      Set<String> ofOther = descendants(other);
      for (String descendant : descendants(one)) {
        if (ofOther.contains(descendant)) {
          return true;
        }
      }
      return false;
    }

    private Set<String> descendants(String of) {
      Set<String> found = descendants.get(of);
      if (found != null) {
        return found;
      }
      found = new HashSet<>();
      Deque<String> toVisit = new ArrayDeque<>(List.of(of));
      while (!toVisit.isEmpty()) {
        String next = toVisit.remove();
        if (found.add(next)) {
          toVisit.addAll(subclasses.getOrDefault(next, List.of()));
        }
      }
      descendants.put(of, found);
      return found;
    }
  }
}
