package org.ftmpj.interceptors.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import mpi.Request;
import mpi.Status;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Hooks;
import org.ftmpj.interceptors.bridge.value.ChildHooks;
import org.ftmpj.interceptors.bridge.value.FileHooks;
import org.ftmpj.interceptors.bridge.value.IdentityFields;
import org.ftmpj.interceptors.bridge.value.Source;
import org.ftmpj.interceptors.bridge.value.ValueHooks;
import org.ftmpj.interceptors.doorway.Doorway;
import org.ftmpj.interceptors.program.Purpose;
import xdev.Device;

/**
 * Proves at start that the weaving took: calls what is woven, with itself on the other side of the
 * bridge.
 */
final class SelfTest implements Hooks, ValueHooks {
  private static final long SCRIPTED = 4711;

  private final ClassLoader application;
  private final List<String> asked = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  SelfTest(ClassLoader application) {
    this.application = application;
  }

  /**
   * @param woven names of the classes of MPJ Express that were woven so far
   * @param values which values of the program are recorded
   * @throws FtmpjException {@code NOT_WOVEN} with all that is not
   */
  void run(Set<String> woven, Set<Purpose> values) {
    try {
      testRequest();
      testDevice(woven);
      testCallerOfMain(woven);
      if (values.contains(Purpose.CLOCK)) {
        testProgram();
      }
    } catch (ReflectiveOperationException | IOException | LinkageError e) {
      throw new FtmpjException(ErrorCode.NOT_WOVEN, "the self-test failed (" + e + ")", e);
    }
    if (!problems.isEmpty()) {
      throw new FtmpjException(ErrorCode.NOT_WOVEN, String.join("; ", problems));
    }
  }

  /** Tests the calls without requests, which return at once, woven or not. */
  private void testRequest() {
    Request[] none = {};
    call(() -> Request.Waitany(none));
    call(() -> Request.Waitsome(none));
    call(() -> Request.Testany(none));
    call(() -> Request.Testsome(none));
    call(() -> Request.Testall(none));
    for (Doorway doorway : Doorway.ALL) {
      if (doorway.type().equals(Doorway.REQUEST) && doorway.replaced()) {
        String method = doorway.method();
        expect(asked.contains(method), Doorway.REQUEST + "." + method + " does not call FTMPJ");
      }
    }
  }

  private void call(Runnable woven) {
    try {
      woven.run();
    } catch (RuntimeException e) {
      problems.add("a method of " + Doorway.REQUEST + " failed in the self-test (" + e + ")");
    }
  }

  /**
   * Tests the device without a call: its initializer would start MPJ Express's logging before the
   * program does.
   */
  private void testDevice(Set<String> woven) throws ClassNotFoundException {
    for (String name : Doorway.TYPES) {
      if (!name.equals(Doorway.WRAPPER)) {
        testClass(name, woven);
      }
    }
  }

  /**
   * Tests the caller of main, which is not there in a process that MPJ Express's own launcher did
   * not start.
   */
  private void testCallerOfMain(Set<String> woven) {
    try {
      testClass(Doorway.WRAPPER, woven);
    } catch (ClassNotFoundException notThere) {
      return;
    }
  }

  private void testClass(String name, Set<String> woven) throws ClassNotFoundException {
    Class<?> found = Class.forName(name, false, application);
    expect(found.getDeclaredMethods().length > 0, "it has no methods"); // links, hence verifies
    expect(woven.contains(name), name + " was loaded unwoven");
  }

  private void testProgram() throws ReflectiveOperationException, IOException {
    Class<?> canary = new ProgramLoader(application).define(Canary.class.getName());
    long[] read = (long[]) canary.getMethod("readClock").invoke(null);
    expect(read[0] == SCRIPTED, "calls of System.nanoTime in the program do not call FTMPJ");
    expect(read[1] == SCRIPTED, "references to System.nanoTime in the program do not call FTMPJ");
  }

  private void expect(boolean condition, String problem) {
    if (!condition) {
      problems.add(problem);
    }
  }

  /** Loads a class of ours as if it were one of the program. */
  private static final class ProgramLoader extends ClassLoader {

    ProgramLoader(ClassLoader application) {
      super(application);
    }

    Class<?> define(String name) throws IOException {
      String resource = name.replace('.', '/') + ".class";
      try (InputStream in = SelfTest.class.getClassLoader().getResourceAsStream(resource)) {
        byte[] classFile = in.readAllBytes();
        return defineClass(name, classFile, 0, classFile.length);
      }
    }
  }

  @Override
  public Device device() {
    return null;
  }

  @Override
  public void deviceNamed(String[] arguments) {
    throw new IllegalStateException("init during the self-test");
  }

  @Override
  public void beforeWait(Request request) {
    throw new IllegalStateException("wait during the self-test");
  }

  @Override
  public Status waitany(Request[] requests) {
    asked.add("Waitany");
    return null;
  }

  @Override
  public Status[] waitsome(Request[] requests) {
    asked.add("Waitsome");
    return null;
  }

  @Override
  public Status testany(Request[] requests) {
    asked.add("Testany");
    return null;
  }

  @Override
  public Status[] testsome(Request[] requests) {
    asked.add("Testsome");
    return null;
  }

  @Override
  public Status[] testall(Request[] requests) {
    asked.add("Testall");
    return null;
  }

  @Override
  public long number(Source source, LongSupplier actual) {
    return SCRIPTED;
  }

  @Override
  public byte[] data(Source source, Supplier<byte[]> actual) {
    throw new IllegalStateException(source + " during the self-test");
  }

  @Override
  public RandomGenerator generator() {
    throw new IllegalStateException("random numbers during the self-test");
  }

  @Override
  public ThreadLocalRandom threadLocalRandom() {
    throw new IllegalStateException("random numbers during the self-test");
  }

  @Override
  public boolean isWithoutHash(Object object) {
    return false;
  }

  @Override
  public void unrecorded(String what) {
    throw new UnsupportedOperationException(what);
  }

  @Override
  public RuntimeException isGone() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void giveHash(Object object) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int nextIdentity() {
    throw new IllegalStateException("a hash code during the self-test");
  }

  @Override
  public IdentityFields identityFields() {
    throw new IllegalStateException("a hash code during the self-test");
  }

  @Override
  public boolean isRepeating() {
    return false;
  }

  @Override
  public FileHooks files() {
    throw new IllegalStateException("files used during the self-test");
  }

  @Override
  public ChildHooks children() {
    throw new IllegalStateException("processes used during the self-test");
  }

  @Override
  public void exit(int code) {
    throw new IllegalStateException("exit during the self-test");
  }

  @Override
  public void halt(int code) {
    throw new IllegalStateException("halt during the self-test");
  }

  @Override
  public void callerOfMainBegins() {
    throw new IllegalStateException("main was called during the self-test");
  }

  @Override
  public void callerOfMainEnded(Throwable uncaught) {
    throw new IllegalStateException("main was called during the self-test");
  }

  @Override
  public void abort(int code) {
    throw new IllegalStateException("abort during the self-test");
  }

  @Override
  public void mainEnded(Throwable uncaught) {
    throw new IllegalStateException("main ended during the self-test");
  }
}
