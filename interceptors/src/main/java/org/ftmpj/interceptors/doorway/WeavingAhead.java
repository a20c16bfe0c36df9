package org.ftmpj.interceptors.doorway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Weaves the MPJ Express on this process's class path, and writes what ranks are to read. */
public final class WeavingAhead {
  private WeavingAhead() {}

  /**
   * @param arguments the directory for the files
   */
  public static void main(String[] arguments) throws IOException {
    WovenClasses woven = WovenClasses.in(List.of(Files.createDirectories(Path.of(arguments[0]))));
    for (String type : Doorway.TYPES) {
      try (InputStream in =
          ClassLoader.getSystemResourceAsStream(type.replace('.', '/') + ".class")) {
        if (in != null) {
          byte[] classFile = in.readAllBytes();
          woven.write(type, classFile, AdviceWeaver.into(type, classFile));
        }
      }
    }
  }
}
