package org.ftmpj.agent.checkpoint;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.Set;

/**
 * The agents that the virtual machine has started before ours: the application's loader has their
 * classes, but they are no part of the program. When they are loaded differs from process to
 * process, and so does whether ours has rewritten them. Any thread.
 */
final class OtherAgents {
  private final Set<Class<?>> loaded;
  private final Set<Path> places;

  private OtherAgents(Set<Class<?>> loaded, Set<Path> places) {
    this.loaded = loaded;
    this.places = places;
  }

  /** To be called before a class of the program is loaded. */
  static OtherAgents before(Instrumentation instrumentation) {
    ClassLoader application = ClassLoader.getSystemClassLoader();
    Set<Class<?>> loaded = new HashSet<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == application) {
        loaded.add(type);
      }
    }
    Set<Path> places = new HashSet<>();
    loaded.forEach(type -> places.add(placeOf(type)));
    // A program may have a library that an agent uses, too.
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
      places.remove(Path.of(element).toAbsolutePath());
    }
    places.remove(null);
    return new OtherAgents(loaded, places);
  }

  /** Whether a class is one of theirs. */
  boolean have(Class<?> type) {
    return loaded.contains(type) || !places.isEmpty() && places.contains(placeOf(type));
  }

  /** The jar or directory that it comes from; null if that is not known. */
  private static Path placeOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    try {
      return place == null ? null : Path.of(place.toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
