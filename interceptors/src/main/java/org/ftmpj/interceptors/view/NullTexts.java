package org.ftmpj.interceptors.view;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.ftmpj.interceptors.bridge.ProgramStack;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * The texts of exceptions for null references as they would be without FTMPJ. The virtual machine
 * makes them of the woven code when they are asked for; where that speaks of FTMPJ, they are made
 * of the code that the compiler has written.
 */
public final class NullTexts {
  private static final String OURS = "ftmpj";
  private static final String BECAUSE = " because ";
  private static final int OFFSETS = 1;
  private static final int CLASSES = 2;

  /** Makes a class of the program again as it was loaded. */
  public interface Weaving {
    /** The woven class; null if it stays as it is. */
    byte[] weave(ClassLoader loader, String internalName, byte[] classFile);
  }

  private final Weaving weaving;
  private final Field backtrace;
  private final Field depth;
  private final Map<Class<?>, OriginalCode> originals = new WeakHashMap<>(); // guarded by itself

  NullTexts(Weaving weaving) throws ReflectiveOperationException {
    this.weaving = weaving;
    backtrace = Throwable.class.getDeclaredField("backtrace");
    backtrace.setAccessible(true);
    depth = Throwable.class.getDeclaredField("depth");
    depth.setAccessible(true);
  }

  /**
   * The text, as the program sees it.
   *
   * @param text the virtual machine's; null if it has none
   * @param exception the exception
   */
  Object of(Object text, Object exception) {
    try {
      return text((String) text, (Throwable) exception);
    } catch (ReflectiveOperationException | IOException | AnalyzerException e) {
      return withoutOurs((String) text);
    }
  }

  /** The text without the code that weaving has added. */
  private static String withoutOurs(String text) {
    if (text == null || !text.contains(OURS)) {
      return text;
    }
    String action = text.substring(0, Math.max(0, text.indexOf(BECAUSE)));
    return action.isEmpty() || action.contains(OURS) ? null : action;
  }

  private String text(String text, Throwable exception)
      throws ReflectiveOperationException, IOException, AnalyzerException {
    if (!(backtrace.get(exception) instanceof Object[] trace)
        || !(trace[CLASSES] instanceof Object[] classes)
        || !(trace[OFFSETS] instanceof int[] offsets)
        || text != null && !text.contains(OURS) && !isBridge(classes[0])) {
      return text;
    }
    StackTraceElement[] frames = allFrames(exception);
    int top = ProgramStack.isCheck(frames[0]) ? 1 : 0;
    if (top == 1 && !isBridge(classes[1]) || text == null && !isBridge(classes[top])) {
      return text;
    }
    int program = top;
    while (program < frames.length && ProgramStack.isOurs(frames[program])) {
      program++;
    }
    if (program >= Math.min(frames.length, classes.length)) {
      return text;
    }
    if (isReference(frames, program)) {
      return null; // as of all that the virtual machine calls for a method reference
    }
    if (program > 0 && !isFirstArgument((Class<?>) classes[top], frames[top], offsets[top])) {
      return null;
    }
    List<OriginalCode.Place> places =
        places((Class<?>) classes[program], frames[program], offsets[program]);
    return places.size() == 1 ? textAt(places.get(0)) : withoutOurs(text);
  }

  private static String textAt(OriginalCode.Place place) throws AnalyzerException {
    return new NullText(place.owner(), place.method()).of(place.instruction());
  }

  private static boolean isBridge(Object type) {
    return type instanceof Class<?> of && of.getName().startsWith("org.ftmpj.");
  }

  private static boolean isReference(StackTraceElement[] frames, int program) {
    for (int i = 0; i < program; i++) {
      if (frames[i].getMethodName().startsWith("ftmpj$reference$")) {
        return true;
      }
    }
    return false;
  }

  /** All frames with which the exception was created, whatever its stack trace has become. */
  private StackTraceElement[] allFrames(Throwable exception) throws IllegalAccessException {
    Throwable copy = new Throwable();
    backtrace.set(copy, backtrace.get(exception));
    depth.set(copy, depth.get(exception));
    return HiddenFrames.withAll(copy::getStackTrace);
  }

  private boolean isFirstArgument(Class<?> type, StackTraceElement frame, int offset)
      throws IOException, AnalyzerException {
    List<OriginalCode.Place> places = places(type, frame, offset);
    if (places.isEmpty()) {
      return true; // one that was made for methods of the JDK, and passes its arguments on
    }
    for (OriginalCode.Place place : places) {
      if (new NullText(place.owner(), place.method()).isFirstArgument(place.instruction())) {
        return true;
      }
    }
    return false;
  }

  private List<OriginalCode.Place> places(Class<?> type, StackTraceElement frame, int offset)
      throws IOException {
    synchronized (originals) {
      OriginalCode code = originals.get(type);
      if (code == null) {
        code = original(type);
        if (code == null) {
          return List.of();
        }
        originals.put(type, code);
      }
      return code.at(frame.getMethodName(), frame.getLineNumber(), offset >>> Short.SIZE);
    }
  }

  private OriginalCode original(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/');
    try (InputStream in = type.getResourceAsStream('/' + name + ".class")) {
      if (in == null) {
        return null;
      }
      return new OriginalCode(
          in.readAllBytes(),
          classFile ->
              isBridge(type) && ProgramStack.isOurs(ofClass(type))
                  ? null
                  : weaving.weave(type.getClassLoader(), name, classFile));
    }
  }

  private static StackTraceElement ofClass(Class<?> type) {
    return new StackTraceElement(type.getName(), "", null, -1);
  }
}
