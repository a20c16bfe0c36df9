package org.ftmpj.interceptors.threads;

import java.util.Optional;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The treatment of calls that start threads, or by which threads meet. */
public final class ThreadCalls {
  private static final String THREAD = "java/lang/Thread";
  private static final String MPI = "mpi/";

  private static final Replacement AS_EVENT = new Replacement(Purpose.THREADS, How.AS_EVENT, null);
  private static final Replacement UNSUPPORTED =
      told(How.BEFORE_WITH_NAME, "unsupported", "(Ljava/lang/String;)V");
  private static final Replacement UNSUPPORTED_THREADS =
      told(How.BEFORE_WITH_NAME, "unsupportedThreads", "(Ljava/lang/String;)V");
  private static final Replacement BUFFERED_SEND = told(How.BEFORE, "bufferedSend", "()V");
  private static final Replacement START =
      told(How.BEFORE_WITH_OBJECT, "beforeStart", "(Ljava/lang/Object;)V");
  private static final Replacement IS_ALIVE =
      told(How.OBJECT_AND_RESULT, "wasAlive", "(Ljava/lang/Object;Z)Z");

  private static final String STATE = "Ljava/lang/Thread$State;";
  private static final Replacement STATE_OF =
      told(How.OBJECT_AND_RESULT, "wasInState", "(Ljava/lang/Object;" + STATE + ")" + STATE);

  private ThreadCalls() {}

  /** A call of the bridge with information about a call. */
  static Replacement told(How how, String method, String descriptor) {
    Call to = new Call(Type.getInternalName(Threading.class), method, descriptor);
    return new Replacement(Purpose.THREADS, how, to);
  }

  /**
   * The treatment of that call; null if it stays as it is.
   *
   * @param opcode of the instruction
   */
  public static Replacement of(int opcode, Call call) {
    if (opcode != Opcodes.INVOKESPECIAL) {
      Call instead = instead(opcode, call);
      if (instead != null) {
        return Replacement.instead(Purpose.THREADS, instead);
      }
      if (HandleCalls.areEvents(call)) {
        return AS_EVENT;
      }
    }
    if (SharedTypes.isUnsupported(call)) {
      return SharedTypes.startsThreads(call) ? UNSUPPORTED_THREADS : UNSUPPORTED;
    }
    if (isBufferedSend(opcode, call)) {
      return BUFFERED_SEND;
    }
    if (mayStart(opcode, call)) {
      return START;
    }
    if (mayAskIsAlive(opcode, call)) {
      return IS_ALIVE;
    }
    return mayAskForState(opcode, call) ? STATE_OF : null;
  }

  private static boolean isBufferedSend(int opcode, Call call) {
    return isVirtual(opcode)
        && call.owner().startsWith(MPI)
        && SharedTypes.isBufferedSend(call.name());
  }

  /** Whether it may start a thread: also of a subclass, or as a subclass does it. */
  private static boolean mayStart(int opcode, Call call) {
    return opcode != Opcodes.INVOKESTATIC
        && call.is("start", "()V")
        && (isOfProgram(call) || call.owner().equals(THREAD));
  }

  private static boolean mayAskIsAlive(int opcode, Call call) {
    return isVirtual(opcode) && call.is("isAlive", "()Z") && isOfProgram(call);
  }

  private static boolean mayAskForState(int opcode, Call call) {
    return isVirtual(opcode) && call.is("getState", "()" + STATE) && isOfProgram(call);
  }

  private static boolean isVirtual(int opcode) {
    return opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
  }

  private static boolean isOfProgram(Call call) {
    return !call.owner().startsWith("java/") && !call.owner().startsWith("[");
  }

  /** The call to be made instead; null if it stays as it is. */
  private static Call instead(int opcode, Call call) {
    if (opcode != Opcodes.INVOKESTATIC) {
      Call monitor = BridgeMethods.ofMonitor(call.name(), call.descriptor());
      if (monitor != null) {
        return monitor;
      }
    }
    Call method = BridgeMethods.of(call);
    if (method == null && SharedTypes.isShared(call.owner())) {
      method = BridgeMethods.ofTraversal(call.name(), call.descriptor());
    }
    if (method != null || opcode == Opcodes.INVOKESTATIC || !Adapters.mayBeEvents(call)) {
      return method;
    }
    Optional<Call> adapter = Adapters.of(call);
    return adapter.orElse(null);
  }

  /** Whether a call of that method of the JDK, other than by {@code super}, is an event. */
  static boolean areEvents(Call call) {
    return mayStart(Opcodes.INVOKEVIRTUAL, call)
        || HandleCalls.areEvents(call)
        || instead(Opcodes.INVOKEVIRTUAL, call) != null;
  }
}
