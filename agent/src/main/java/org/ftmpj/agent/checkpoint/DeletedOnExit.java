package org.ftmpj.agent.checkpoint;

import java.io.File;
import java.lang.reflect.Field;
import java.util.Collection;

/** The files that {@link File#deleteOnExit} has been called for. The thread that runs main. */
final class DeletedOnExit implements CheckpointPart {
  private final boolean again;

  /**
   * @param again whether a process that continues from a checkpoint deletes them
   */
  DeletedOnExit(boolean again) {
    this.again = again;
  }

  private static Collection<?> files() {
    try {
      Field files = Class.forName("java.io.DeleteOnExitHook").getDeclaredField("files");
      files.setAccessible(true);
      return (Collection<?>) files.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK keeps files to be deleted elsewhere", e);
    }
  }

  @Override
  public Object saved() {
    return files().toArray(String[]::new);
  }

  @Override
  public void restore(Object saved) {
    if (again) {
      for (String file : (String[]) saved) {
        new File(file).deleteOnExit();
      }
    }
  }
}
