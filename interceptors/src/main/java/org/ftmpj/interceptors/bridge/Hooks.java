package org.ftmpj.interceptors.bridge;

import mpi.Request;
import mpi.Status;
import xdev.Device;

/**
 * The services of the rank for woven code. The application's class loader sees this interface, its
 * implementation is inside the isolated one; therefore it names types of the JDK and of MPJ Express
 * only.
 */
public interface Hooks {

  /** The device that MPJ Express is to run on. */
  Device device();

  /**
   * MPJ Express is about to choose a device.
   *
   * @param arguments of {@code MPI.Init}; the third one names a device
   */
  void deviceNamed(String[] arguments);

  /** A call of {@link Request#Wait} or {@link Request#Test} begins. */
  void beforeWait(Request request);

  /** Instead of {@link Request#Waitany}. */
  Status waitany(Request[] requests);

  /** Instead of {@link Request#Waitsome}. */
  Status[] waitsome(Request[] requests);

  /** Instead of {@link Request#Testany}. */
  Status testany(Request[] requests);

  /** Instead of {@link Request#Testsome}. */
  Status[] testsome(Request[] requests);

  /** Instead of {@link Request#Testall}. */
  Status[] testall(Request[] requests);

  /** Instead of {@link Runtime#exit}, called in a class of the program. Does not return. */
  void exit(int code);

  /** Instead of {@link Runtime#halt}, called in a class of the program. Does not return. */
  void halt(int code);

  /** Instead of {@link mpi.Comm#Abort}. Ends the job; does not return. */
  void abort(int code);

  /**
   * The calling thread has entered MPJ Express's {@code Wrapper.execute}, which calls the program's
   * main. Not called when the program was started without it.
   */
  void callerOfMainBegins();

  /**
   * The calling thread leaves {@code Wrapper.execute}.
   *
   * @param uncaught what it threw; null if it returned, also if the program's main threw something
   */
  void callerOfMainEnded(Throwable uncaught);

  /**
   * The program's main method ended. Called again when the program calls its main itself; the last
   * call on the main thread is the one that counts.
   *
   * @param uncaught what it threw; null if it returned
   */
  void mainEnded(Throwable uncaught);
}
