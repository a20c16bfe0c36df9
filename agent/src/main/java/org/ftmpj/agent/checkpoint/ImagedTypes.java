package org.ftmpj.agent.checkpoint;

import java.util.Map;
import java.util.Set;
import org.ftmpj.checkpoint.image.ProgramTypes;

/**
 * The classes that belong to the image of a program's heap: all of the application's loader, MPJ
 * Express's among them, so that its communicators and the rest of its state are in the image, too.
 * Its pool of buffers is not, nor are the classes by which woven code reaches FTMPJ.
 */
final class ImagedTypes implements ProgramTypes {
  private static final String[] OURS = {
    "org.ftmpj.agent.entry.", "org.ftmpj.interceptors.bridge.", "org.ftmpj.checkpoint.bridge."
  };

  private static final Set<String> OF_DEVICES =
      Set.of("mpjbuf.BufferFactory", "mpjbuf.Type", "xdev.Device");

  private final ClassLoader application = ClassLoader.getSystemClassLoader();
  private final OtherAgents agents;

  /**
   * @param agents whose classes that loader also loads
   */
  ImagedTypes(OtherAgents agents) {
    this.agents = agents;
  }

  @Override
  public boolean isProgram(Class<?> type) {
    return type.getClassLoader() == application && !hasTokens(type) && !agents.have(type);
  }

  @Override
  public boolean hasTokens(Class<?> type) {
    return type.getClassLoader() == application
        && (OF_DEVICES.contains(type.getName()) || isOurs(type.getName()));
  }

  private static boolean isOurs(String name) {
    for (String prefix : OURS) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Map<String, ClassLoader> loaders() {
    return Map.of("application", application, "ftmpj", ImagedTypes.class.getClassLoader());
  }
}
