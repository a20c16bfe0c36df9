package org.ftmpj.interceptors.device;

import java.util.UUID;
import mpjbuf.Buffer;
import mpjdev.Status;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.FailStop;
import xdev.ProcessID;

/**
 * The device of a program that may take checkpoints by itself. It keeps what {@code MPI.Init} has
 * received, for that runs again in front of such a checkpoint, and knows which contexts the program
 * has used.
 */
public final class ScopedDevice extends FtDevice {
  private final InitMessages init;
  private final UsedContexts contexts;

  /** See {@link FtDevice}. */
  public ScopedDevice(RankSession session, ProgramThread owner, UUID[] names, FailStop failStop) {
    super(session, owner, names, failStop);
    this.init = new InitMessages(processes);
    this.contexts = new UsedContexts(failStop);
  }

  @Override
  void enter(int context) {
    super.enter(context);
    if (init.areOver()) {
      contexts.use(context);
    }
  }

  @Override
  PendingRequest start(
      Buffer buffer, ProcessID destination, int tag, int context, boolean synchronous) {
    if (init.areRepeated()) {
      guard().enter();
      return PendingRequest.COMPLETED_SEND;
    }
    return super.start(buffer, destination, tag, context, synchronous);
  }

  @Override
  Status received(Buffer buffer, ProcessID source, int tag, int context) {
    if (init.areOver()) {
      return super.received(buffer, source, tag, context);
    }
    try {
      return init.receive(
          processes.source(source), buffer, () -> super.received(buffer, source, tag, context));
    } catch (RuntimeException | Error e) {
      throw guard().leave(e);
    }
  }

  /** Whether the program has sent, received or probed; {@code MPI.Init} does not count. */
  public boolean isUsed() {
    return contexts.areUsed();
  }

  /** The highest context that it has used. */
  public int highestContext() {
    return contexts.highest();
  }

  /** The messages that {@code MPI.Init} has received, as an object of the JDK's types. */
  public Object initMessages() {
    return init.saved();
  }

  /** Takes up what {@link #initMessages} gave, after {@code MPI.Init}. */
  public void restoreInitMessages(Object saved) {
    init.restore(saved);
  }

  /**
   * {@code MPI.Init} is going to run again, beside a session that is past it. Who sends, receives
   * or probes then, until {@link #unbar}, stops the rank.
   *
   * @param initMessages what that gave
   */
  public void repeatInit(Object initMessages) {
    init.repeat(initMessages);
    contexts.bar();
  }

  /** Ends what {@link #repeatInit} began. */
  public void unbar() {
    contexts.unbar();
  }
}
