package org.ftmpj.agent;

import java.io.File;
import java.lang.reflect.Method;

/** Where {@link File#createTempFile(String, String)} makes files: when that is decided differs. */
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
