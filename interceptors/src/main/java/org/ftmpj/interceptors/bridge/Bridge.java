package org.ftmpj.interceptors.bridge;

import java.util.Objects;
import mpi.Request;
import mpi.Status;
import xdev.Device;

/**
 * The crossing of woven code from the application's class loader into the isolated one. Nothing is
 * woven before {@link #install} was called.
 */
public final class Bridge {
  private static volatile Hooks hooks;

  private Bridge() {}

  /** Sets the hooks that woven code goes to from now on. */
  public static void install(Hooks hooks) {
    Bridge.hooks = Objects.requireNonNull(hooks);
  }

  /** Whether an agent of this process has installed its hooks. */
  public static boolean isInstalled() {
    return hooks != null;
  }

  /** The device there is, else that of {@link Hooks#device}. */
  public static Device device(Device chosen) {
    return chosen == null ? hooks.device() : chosen;
  }

  /** See {@link Hooks#deviceNamed}. */
  public static void deviceNamed(String[] arguments) {
    hooks.deviceNamed(arguments);
  }

  /** See {@link Hooks#beforeWait}. */
  public static void beforeWait(Request request) {
    hooks.beforeWait(request);
  }

  /** See {@link Hooks#waitany}. */
  public static Status waitany(Request[] requests) {
    return hooks.waitany(requests);
  }

  /** See {@link Hooks#waitsome}. */
  public static Status[] waitsome(Request[] requests) {
    return hooks.waitsome(requests);
  }

  /** See {@link Hooks#testany}. */
  public static Status testany(Request[] requests) {
    return hooks.testany(requests);
  }

  /** See {@link Hooks#testsome}. */
  public static Status[] testsome(Request[] requests) {
    return hooks.testsome(requests);
  }

  /** See {@link Hooks#testall}. */
  public static Status[] testall(Request[] requests) {
    return hooks.testall(requests);
  }

  /** Has the signature of {@link System#exit}. */
  public static void exit(int code) {
    hooks.exit(code);
  }

  /** Has the signature of {@link Runtime#exit} with its receiver as first argument. */
  public static void exit(Runtime runtime, int code) {
    Objects.requireNonNull(runtime);
    hooks.exit(code);
  }

  /** Has the signature of {@link Runtime#halt} with its receiver as first argument. */
  public static void halt(Runtime runtime, int code) {
    Objects.requireNonNull(runtime);
    hooks.halt(code);
  }

  /** See {@link Hooks#callerOfMainBegins}. */
  public static void callerOfMainBegins() {
    hooks.callerOfMainBegins();
  }

  /** See {@link Hooks#callerOfMainEnded}. */
  public static void callerOfMainEnded(Throwable uncaught) {
    hooks.callerOfMainEnded(uncaught);
  }

  /** The static initializer of a class begins; see {@link ThreadHooks#beginInitializer}. */
  public static void initializerBegins(String type) {
    ThreadHooks threads = Threading.hooks();
    if (threads != null) {
      threads.beginInitializer(type);
    }
  }

  /**
   * The static initializer of a class ends.
   *
   * @param uncaught what it throws; null if nothing
   */
  public static void initializerEnded(Throwable uncaught) {
    ThreadHooks threads = Threading.hooks();
    if (threads != null) {
      threads.endInitializer();
    }
  }

  /** See {@link Hooks#abort}. */
  public static void abort(int code) {
    hooks.abort(code);
  }

  /** See {@link Hooks#mainEnded}. */
  public static void mainEnded(Throwable uncaught) {
    hooks.mainEnded(uncaught);
  }
}
