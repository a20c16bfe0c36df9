package org.ftmpj.logger.server;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.logger.agreement.AgreementEndpoint;

/**
 * The jars of module {@code coordinator}, which are not in the jar from which a logger runs: they
 * are twice its size, and needed by loggers only that agree with others. Their place is the
 * directory {@code coordinator} beside that jar, or where {@code ./ftmpj build} has put them.
 */
final class CoordinatorLibraries {
  private CoordinatorLibraries() {}

  /**
   * Loads the libraries by a class loader of their own, unless they are on the class path.
   *
   * @throws FtmpjException {@code NO_COORDINATOR} if they are not there
   */
  static AgreementEndpoint.Opener load() {
    ClassLoader own = CoordinatorLibraries.class.getClassLoader();
    Optional<AgreementEndpoint.Opener> known = find(own);
    if (known.isPresent()) {
      return known.get();
    }
    List<Path> places = places();
    Path directory =
        places.stream()
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow(
                () -> missing("there is neither " + places.get(0) + " nor " + places.get(1)));
    return find(new Libraries(jars(directory), own))
        .orElseThrow(() -> missing("the jars in " + directory + " are not all there"));
  }

  private static Optional<AgreementEndpoint.Opener> find(ClassLoader loader) {
    return ServiceLoader.load(AgreementEndpoint.Opener.class, loader).findFirst();
  }

  private static List<Path> places() {
    try {
      Path code =
          Path.of(
              CoordinatorLibraries.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      Path beside = code.toAbsolutePath().getParent();
      // HOME/MODULE/target, of which module whatever the logger was started.
      Path built = beside.resolve("../../coordinator/target/coordinator").normalize();
      return List.of(beside.resolve("coordinator"), built);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The place of this code is no path", e);
    }
  }

  private static URL[] jars(Path directory) {
    List<URL> jars = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*.jar")) {
      for (Path jar : all) {
        jars.add(url(jar));
      }
      return jars.toArray(URL[]::new);
    } catch (IOException e) {
      throw missing("cannot read " + directory + " (" + Reason.of(e) + ")");
    }
  }

  private static URL url(Path jar) throws MalformedURLException {
    return jar.toUri().toURL();
  }

  private static FtmpjException missing(String why) {
    return new FtmpjException(ErrorCode.NO_COORDINATOR, why);
  }

  /**
   * The class loader of the libraries, whose log output goes nowhere: the logger itself logs what
   * matters.
   */
  private static final class Libraries extends URLClassLoader {
    private static final String LOGGING = "org.slf4j.";

    static {
      registerAsParallelCapable();
    }

    Libraries(URL[] jars, ClassLoader parent) {
      super("ftmpj coordinator", jars, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(LOGGING)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }

    @Override
    public java.util.Enumeration<URL> getResources(String name) throws IOException {
      return name.contains(LOGGING) ? findResources(name) : super.getResources(name);
    }
  }
}
