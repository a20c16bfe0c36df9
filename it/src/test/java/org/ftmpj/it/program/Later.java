package org.ftmpj.it.program;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Another program that begins, on each rank, when a file is there. */
public final class Later {
  private static final int PAUSE_MS = 20;

  /** Arguments that MPJ Express gives each program before its own ones. */
  private static final int OF_MPJ = 3;

  private Later() {}

  /** Own arguments: the file, the main class of the other program, and its arguments. */
  public static void main(String[] args) throws Throwable {
    while (Files.notExists(Path.of(args[OF_MPJ]))) {
      Thread.sleep(PAUSE_MS);
    }
    List<String> words = new ArrayList<>(Arrays.asList(args).subList(0, OF_MPJ));
    words.addAll(Arrays.asList(args).subList(OF_MPJ + 2, args.length));
    try {
      Class.forName(args[OF_MPJ + 1])
          .getMethod("main", String[].class)
          .invoke(null, (Object) words.toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
