package org.ftmpj.agent;

import java.util.function.Consumer;
import mpi.Request;
import mpi.Status;
import org.ftmpj.interceptors.bridge.Hooks;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.interceptors.device.RequestOperations;
import xdev.Device;

/** The other side of the bridge: sends everything to where it belongs. */
final class RankHooks implements Hooks {
  /** Its place among the arguments of {@code MPI.Init}. */
  private static final int DEVICE = 2;

  private final FtDevice device;
  private final RequestOperations requests;
  private final Program program;
  private final ProgramEnd end;
  private final Consumer<String> deviceNamed;

  /**
   * @param deviceNamed takes the name of a device that the program gives to {@code MPI.Init}
   */
  RankHooks(FtDevice device, Program program, ProgramEnd end, Consumer<String> deviceNamed) {
    this.deviceNamed = deviceNamed;
    this.device = device;
    this.requests = new RequestOperations(device);
    this.program = program;
    this.end = end;
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public void deviceNamed(String[] arguments) {
    if (arguments != null && arguments.length > DEVICE) {
      deviceNamed.accept(arguments[DEVICE]);
    }
  }

  @Override
  public void beforeWait(Request request) {
    requests.beforeWait(request);
  }

  @Override
  public Status waitany(Request[] requests) {
    return this.requests.waitany(requests);
  }

  @Override
  public Status[] waitsome(Request[] requests) {
    return this.requests.waitsome(requests);
  }

  @Override
  public Status testany(Request[] requests) {
    return this.requests.testany(requests);
  }

  @Override
  public Status[] testsome(Request[] requests) {
    return this.requests.testsome(requests);
  }

  @Override
  public Status[] testall(Request[] requests) {
    return this.requests.testall(requests);
  }

  @Override
  public void exit(int code) {
    end.exit(code);
  }

  @Override
  public void halt(int code) {
    end.halt(code);
  }

  @Override
  public void callerOfMainBegins() {
    program.begin();
  }

  @Override
  public void callerOfMainEnded(Throwable uncaught) {
    end.callerOfMainEnded(uncaught);
  }

  @Override
  public void abort(int code) {
    end.abort(code);
  }

  @Override
  public void mainEnded(Throwable uncaught) {
    end.mainEnded(uncaught);
  }
}
