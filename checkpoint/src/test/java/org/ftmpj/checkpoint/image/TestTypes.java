package org.ftmpj.checkpoint.image;

import java.util.Map;

/** The program is what is in the package of the programs of these tests. */
final class TestTypes implements ProgramTypes {
  private static final String PROGRAM = TestTypes.class.getPackageName() + ".program.";

  @Override
  public boolean isProgram(Class<?> type) {
    return type.getName().startsWith(PROGRAM);
  }

  @Override
  public boolean hasTokens(Class<?> type) {
    return type.getName().startsWith("org.ftmpj.checkpoint.image.Test");
  }

  @Override
  public Map<String, ClassLoader> loaders() {
    return Map.of("application", ClassLoader.getSystemClassLoader());
  }
}
