package org.ftmpj.agent.process;

import java.io.File;
import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Which class's main method the Java launcher runs. */
public final class MainClass {
  /** MPJ Express's launcher starts this class with the program's as its seventh argument. */
  private static final String WRAPPER = "runtime.daemon.Wrapper";

  private static final int PROGRAM_OF_WRAPPER = 7;

  private MainClass() {}

  /**
   * The class that this process was started with; null if the launcher was not used, or compiles a
   * source file.
   */
  public static String ofThisProcess() {
    return of(System.getProperty("sun.java.command"), System.getProperty("java.class.path", ""));
  }

  /**
   * @param command the system property {@code sun.java.command}: class or jar, and arguments
   * @param classPath with {@code -jar}, that jar is its first element
   * @return null if the launcher was not used, or compiles a source file
   */
  static String of(String command, String classPath) {
    if (command == null || command.isBlank()) {
      return null;
    }
    String first = classPath.split(File.pathSeparator, 2)[0];
    if (!first.isEmpty() && (command.equals(first) || command.startsWith(first + " "))) {
      return ofJar(first);
    }
    String word = command.split(" ", 2)[0];
    if (word.equals(WRAPPER)) {
      return ofWrapper(command);
    }
    int module = word.indexOf('/');
    return word.startsWith("jdk.compiler/") ? null : word.substring(module + 1);
  }

  /**
   * The Java launcher looks for the class after the agent has started, and the process of one that
   * is not there would look like any that failed.
   *
   * @param loader the system class loader; another one than the JDK's may make classes by itself
   * @throws FtmpjException {@code NO_MAIN_CLASS}
   */
  public static void requireOnClassPath(ClassLoader loader) {
    String command = System.getProperty("sun.java.command");
    String classPath = System.getProperty("java.class.path", "");
    String name = of(command, classPath);
    boolean plain = name != null && !command.split(" ", 2)[0].contains("/");
    boolean ofJdk = loader.getClass().getModule() == Object.class.getModule();
    if (plain && ofJdk && loader.getResource(name.replace('.', '/') + ".class") == null) {
      throw new FtmpjException(
          ErrorCode.NO_MAIN_CLASS, "there is no class " + name + " on the class path " + classPath);
    }
  }

  /** The arguments before have no spaces: MPJ Express itself takes care of that. */
  private static String ofWrapper(String command) {
    String[] words = command.split(" ", PROGRAM_OF_WRAPPER + 2);
    return words.length > PROGRAM_OF_WRAPPER ? words[PROGRAM_OF_WRAPPER] : null;
  }

  private static String ofJar(String file) {
    try (JarFile jar = new JarFile(file)) {
      return jar.getManifest() == null
          ? null
          : jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
    } catch (IOException theLauncherWillSaySo) {
      return null;
    }
  }
}
