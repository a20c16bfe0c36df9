package org.ftmpj.agent.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.image.Leaves;
import org.ftmpj.checkpoint.image.OpenFiles;
import org.ftmpj.interceptors.device.DeviceObjects;

/**
 * The names of objects outside the image of a program's heap, because each process has its own. The
 * thread that runs main.
 */
final class HeapNames implements Leaves {
  private final Map<String, Object> others;
  private final OpenFiles files;
  private final Predicate<Thread> idle;
  private final Supplier<List<Thread>> parked;
  private final BiFunction<FrameRecord, Integer, String> variables;
  private DeviceObjects objects;

  /** An object of FTMPJ that the program should not be able to reach. */
  static final class OursException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OursException(Class<?> type) {
      super(type.getName() + ", which is a part of FTMPJ that cannot be captured");
    }
  }

  /**
   * @param idle the threads that wait for work, and are started again
   * @param parked the threads whose stacks are in the image
   * @param variables describes the variables of a frame for the user
   */
  HeapNames(
      ProgramStreams streams,
      Predicate<Thread> idle,
      Supplier<List<Thread>> parked,
      BiFunction<FrameRecord, Integer, String> variables) {
    this.others = streams.byName();
    this.files = streams.written();
    this.idle = idle;
    this.parked = parked;
    this.variables = variables;
  }

  /** For the next image. */
  void of(DeviceObjects objects) {
    this.objects = objects;
  }

  @Override
  public boolean concerns(Class<?> type) {
    return type.getClassLoader() == HeapNames.class.getClassLoader()
        || DeviceObjects.mayBeNamed(type);
  }

  @Override
  public String nameOf(Object object) {
    String name = name(object);
    boolean ours = object.getClass().getClassLoader() == HeapNames.class.getClassLoader();
    boolean imaged = object instanceof ImagedObject || DeviceObjects.isOfProgram(object);
    if (name == null && ours && !imaged) {
      throw new OursException(object.getClass());
    }
    return name;
  }

  @Override
  public Object named(String name) {
    Object other = others.get(name);
    return other == null ? objects.named(name) : other;
  }

  private String name(Object object) {
    for (Map.Entry<String, Object> other : others.entrySet()) {
      if (other.getValue() == object) {
        return other.getKey();
      }
    }
    return objects.nameOf(object);
  }

  @Override
  public boolean isIdle(Thread thread) {
    return idle.test(thread) || parked.get().contains(thread);
  }

  @Override
  public List<Thread> parked() {
    return parked.get();
  }

  @Override
  public String variable(FrameRecord frame, int value) {
    return variables.apply(frame, value);
  }

  @Override
  public OpenFiles openFiles() {
    return files;
  }
}
