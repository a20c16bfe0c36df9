package org.ftmpj.agent.jar;

import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Methods that are to be compiled once, by themselves. The optimizing compiler would compile them
 * again as a part of each caller that is hot, up to the program's own loops: with what Chronicle
 * calls, some 10,000 bytes of code each time, which took it most of the first half minute of a job
 * with more ranks than processors. They are called a few times for a message, so the cost of
 * another call cannot be measured.
 *
 * <p>HotSpot does not inline a method of more than 325 bytes ({@code FreqInlineSize}), however hot
 * it is: so these methods get that many bytes at their end, which are never reached.
 */
final class UninlinedMethods extends ChangedMethods {
  private static final String CHRONICLE = "net/openhft/chronicle/queue/impl/single/";

  /** The methods, by class and name. */
  static final Set<String> METHODS =
      Set.of(
          "org/ftmpj/interceptors/device/FtDevice.isend",
          "org/ftmpj/interceptors/device/FtDevice.irecv",
          "org/ftmpj/protocol/match/Arrivals.poll",
          "org/ftmpj/protocol/rank/Post.start",
          "org/ftmpj/protocol/rank/Send.start",
          "org/ftmpj/protocol/rank/Send.proceed",
          "org/ftmpj/protocol/rank/RankSession.send",
          "org/ftmpj/protocol/rank/RankSession.post",
          "org/ftmpj/protocol/rank/RankSession.await",
          "org/ftmpj/protocol/rank/RankSession.copy",
          "org/ftmpj/transport/channel/ChronicleInterconnect.spinForArrivals",
          "org/ftmpj/transport/control/ControlBlock.sleep",
          "org/ftmpj/transport/control/ControlBlock.wake",
          "org/ftmpj/transport/journal/SegmentReader.next",
          "org/ftmpj/transport/journal/SegmentWriter.append",
          CHRONICLE + "StoreTailer.readingDocument0",
          CHRONICLE + "StoreAppender.writingDocument",
          CHRONICLE + "StoreAppender$StoreAppenderContext.close");

  private static final int TOO_LONG = 330;

  /**
   * @param found is given each of {@link #METHODS} that exists
   */
  UninlinedMethods(ClassVisitor next, Consumer<String> found) {
    super(next, METHODS, found);
  }

  @Override
  MethodVisitor changed(String method, String descriptor, MethodVisitor next) {
    found(method);
    return new Longer(next);
  }

  private static final class Longer extends MethodVisitor {
    Longer(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
      for (int i = 0; i < TOO_LONG; i++) {
        visitInsn(Opcodes.NOP);
      }
      visitInsn(Opcodes.ATHROW);
      super.visitMaxs(Math.max(1, stack), locals);
    }
  }
}
