package org.ftmpj.agent.checkpoint;

import java.util.Map;
import org.ftmpj.checkpoint.image.Leaves;
import org.ftmpj.checkpoint.image.ProgramTypes;

/**
 * The content of the image of an application-level checkpoint: types of the JDK, nothing that the
 * program can reach, and no statics.
 *
 * @param state the program's saved state
 * @param saved the values of {@link CheckpointPart}, in the order of {@link ApplicationScope}
 * @param prologue of {@link Prologue#saved}
 * @param init what {@code MPI.Init} has received
 */
record ApplicationRoot(byte[] state, Object[] saved, Object prologue, Object init) {
  static final ProgramTypes TYPES =
      new ProgramTypes() {
        @Override
        public boolean isProgram(Class<?> type) {
          return false;
        }

        @Override
        public boolean hasTokens(Class<?> type) {
          return false;
        }

        @Override
        public Map<String, ClassLoader> loaders() {
          return Map.of();
        }
      };

  static final Leaves LEAVES =
      new Leaves() {
        @Override
        public boolean concerns(Class<?> type) {
          return false;
        }

        @Override
        public String nameOf(Object object) {
          return null;
        }

        @Override
        public Object named(String name) {
          throw new IllegalStateException("no object has the name " + name);
        }
      };

  static ApplicationRoot of(Object root) {
    Object[] parts = (Object[]) root;
    return new ApplicationRoot((byte[]) parts[0], (Object[]) parts[1], parts[2], parts[3]);
  }

  Object object() {
    return new Object[] {state, saved, prologue, init};
  }
}
