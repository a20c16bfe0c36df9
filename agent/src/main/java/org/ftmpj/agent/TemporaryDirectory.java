package org.ftmpj.agent;

import java.io.File;
import java.lang.reflect.Method;

/**
 * The directory of {@link File#createTempFile(String, String)}, which JDKs determine at different
 * times.
 */
final class TemporaryDirectory {
  private TemporaryDirectory() {}

  static File ofFile() {
    try {
      Method location = Class.forName("java.io.File$TempDirectory").getDeclaredMethod("location");
      location.setAccessible(true);
      return (File) location.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has its temporary directory elsewhere", e);
    }
  }
}
