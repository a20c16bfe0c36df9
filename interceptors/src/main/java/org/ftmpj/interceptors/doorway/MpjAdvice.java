package org.ftmpj.interceptors.doorway;

import mpi.Request;
import mpi.Status;
import mpjdev.Group;
import net.bytebuddy.asm.Advice;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.bridge.ContextAgreement;
import xdev.Device;

/**
 * The advice for each {@link Doorway}: puts the device in before MPJ Express chooses one, turns
 * polls and sleeps above the device into one operation of it, and sends to everybody along a tree.
 * Byte Buddy copies the code into MPJ Express; nothing calls these methods.
 */
final class MpjAdvice {
  private MpjAdvice() {}

  /** Keeps a method from doing anything; the advice at its exit gives the result. */
  static final class Skipped {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }
  }

  static final class PutDevice {
    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue(value = "dev", readOnly = false) Device dev) {
      dev = Bridge.device(dev);
    }
  }

  static final class DeviceNamed {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) String[] arguments) {
      Bridge.deviceNamed(arguments);
    }
  }

  static final class BeforeWait {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Request request) {
      Bridge.beforeWait(request);
    }
  }

  static final class Waitany {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status status) {
      status = Bridge.waitany(requests);
    }
  }

  static final class Waitsome {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests,
        @Advice.Return(readOnly = false) Status[] statuses) {
      statuses = Bridge.waitsome(requests);
    }
  }

  static final class Testany {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status status) {
      status = Bridge.testany(requests);
    }
  }

  static final class Testsome {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests,
        @Advice.Return(readOnly = false) Status[] statuses) {
      statuses = Bridge.testsome(requests);
    }
  }

  static final class Testall {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests,
        @Advice.Return(readOnly = false) Status[] statuses) {
      statuses = Bridge.testall(requests);
    }
  }

  static final class Abort {
    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) int code) {
      Bridge.abort(code);
    }
  }

  static final class Agree {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue("device") Device device,
        @Advice.FieldValue("localgroup") Group localGroup,
        @Advice.FieldValue("group") Group group,
        @Advice.FieldValue("calContextTag") int tag,
        @Advice.Argument(0) int context,
        @Advice.Argument(1) boolean local,
        @Advice.Argument(2) int proposed,
        @Advice.Return(readOnly = false) int agreed) {
      agreed = ContextAgreement.agree(device, localGroup, group, tag, context, local, proposed);
    }
  }

  static final class CallMain {
    @Advice.OnMethodEnter
    static void enter() {
      Bridge.callerOfMainBegins();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Thrown Throwable uncaught) {
      Bridge.callerOfMainEnded(uncaught);
    }
  }
}
