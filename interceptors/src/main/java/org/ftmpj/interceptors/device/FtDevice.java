package org.ftmpj.interceptors.device;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import mpjbuf.Buffer;
import mpjbuf.BufferFactory;
import mpjdev.Request;
import mpjdev.Status;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.protocol.thread.Threads;
import xdev.Device;
import xdev.ProcessID;

/**
 * MPJ Express's device on the protocol: translates, and decides nothing. A buffer handed to any
 * kind of send may be reused when the call returns.
 *
 * <p>What MPJ Express makes of calls of the device needs nothing of its own: a communicator is made
 * by messages (protocol rule COMMUNICATOR), and each start of a persistent request is a send or a
 * receive (protocol rule PERSISTENT_REQUEST).
 *
 * <p>Used by threads of the program; a call from another one stops the rank. An error of the
 * program is an {@link xdev.XDevException}; an error of ours stops the rank.
 */
public class FtDevice implements Device {
  private final RankSession session;
  private final Guard guard;
  final Processes processes;
  private final Payloads payloads;
  private final Outstanding outstanding = new Outstanding();
  private final AtomicInteger synchronousSends = new AtomicInteger();

  /**
   * @param owner the thread that runs the program's main
   * @param names names of the processes by rank, the same in every incarnation of every rank
   */
  public FtDevice(RankSession session, ProgramThread owner, UUID[] names, FailStop failStop) {
    this.session = session;
    this.guard =
        new Guard(
            owner,
            session.threads(),
            why -> {
              session.fail(why.code().toString());
              return failStop.stop(why);
            });
    this.processes = new Processes(names);
    this.payloads = new Payloads(session, processes);
  }

  /**
   * Makes the device of a rank. A caller that made either class by itself could not be verified
   * without MPJ Express.
   *
   * @param scoped whether the program may take checkpoints by itself
   */
  public static FtDevice of(
      boolean scoped, RankSession session, ProgramThread owner, UUID[] names, FailStop failStop) {
    return scoped
        ? new ScopedDevice(session, owner, names, failStop)
        : new FtDevice(session, owner, names, failStop);
  }

  /** The threads of the rank. */
  public Threads threads() {
    return session.threads();
  }

  Guard guard() {
    return guard;
  }

  RankSession session() {
    return session;
  }

  /** All processes, by rank. */
  ProcessID[] processes() {
    return processes.all();
  }

  Outstanding outstanding() {
    return outstanding;
  }

  /** Whether there are receives that the program has not waited for, or synchronous sends. */
  public boolean hasPending() {
    return !outstanding.isEmpty() || synchronousSends.get() > 0;
  }

  /** The program, or {@code MPI.Init}, is about to send, receive or probe in that context. */
  void enter(int context) {
    guard.enter();
  }

  @Override
  public ProcessID[] init(String[] args) {
    guard.enter();
    return processes.all();
  }

  @Override
  public int getSendOverhead() {
    return 0;
  }

  @Override
  public int getRecvOverhead() {
    return 0;
  }

  @Override
  public ProcessID id() {
    return processes.id(session.rank());
  }

  /**
   * {@code Finalize} is an output: it passes the gate. The logs stay, other ranks may need them.
   */
  @Override
  public void finish() {
    guard.enter();
    try {
      session.finish();
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  @Override
  public void send(Buffer buffer, ProcessID destination, int tag, int context) {
    start(buffer, destination, tag, context, false);
  }

  @Override
  public Request isend(Buffer buffer, ProcessID destination, int tag, int context) {
    return new Send(start(buffer, destination, tag, context, false), tag, false);
  }

  @Override
  public void ssend(Buffer buffer, ProcessID destination, int tag, int context) {
    PendingRequest sent = start(buffer, destination, tag, context, true);
    try {
      session.await(sent);
      session.free(sent);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  @Override
  public Request issend(Buffer buffer, ProcessID destination, int tag, int context) {
    Send send = new Send(start(buffer, destination, tag, context, true), tag, true);
    synchronousSends.incrementAndGet();
    return send;
  }

  @Override
  public Status recv(Buffer buffer, ProcessID source, int tag, int context) {
    enter(context);
    return received(buffer, source, tag, context);
  }

  /** What {@link #recv} does when it may. */
  Status received(Buffer buffer, ProcessID source, int tag, int context) {
    try {
      Receive receive = session.receive(processes.source(source), context, tag);
      Status status = new Status();
      status.index = -1;
      payloads.receive(receive.message(), buffer, status);
      session.free(receive);
      return status;
    } catch (RuntimeException | Error e) {
      if (session.threads().parking().isUnwinding(e) || session.threads().isStopped(e)) {
        // The call is made again, with another one, or never.
        BufferFactory.destroy(buffer.getStaticBuffer());
      }
      throw guard.leave(e);
    }
  }

  @Override
  public Request irecv(Buffer buffer, ProcessID source, int tag, int context, Status status) {
    enter(context);
    try {
      return new PostedReceive(
          session.post(processes.source(source), context, tag), buffer, status);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  @Override
  public Status probe(ProcessID source, int tag, int context) {
    enter(context);
    try {
      return payloads.status(session.probe(processes.source(source), context, tag));
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  @Override
  public Status iprobe(ProcessID source, int tag, int context) {
    enter(context);
    try {
      Arrival.Message found = session.iprobe(processes.source(source), context, tag);
      return found == null ? null : payloads.status(found);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  /** A process probes for itself only, so {@code destination} says nothing new. */
  @Override
  public Status iprobe(ProcessID source, ProcessID destination, int tag, int context) {
    return iprobe(source, tag, context);
  }

  @Override
  public Status iprobeAndFetch(
      ProcessID source, ProcessID destination, int tag, int context, Buffer buffer) {
    enter(context);
    try {
      Arrival.Message found = session.iprobe(processes.source(source), context, tag);
      return found == null
          ? null
          : recv(buffer, processes.id(found.source()), found.envelope().tag(), context);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  /** Waits until one of the unawaited requests is complete; null if there is none. */
  @Override
  public Request peek() {
    guard.enter();
    try {
      List<FtRequest> all = outstanding.all();
      int found =
          session.awaitAny(all.stream().map(FtRequest::pending).toArray(PendingRequest[]::new));
      return found < 0 ? null : all.get(found);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  /** What all sends begin with. */
  PendingRequest start(
      Buffer buffer, ProcessID destination, int tag, int context, boolean synchronous) {
    enter(context);
    try {
      return payloads.send(buffer, processes.rank(destination), tag, context, synchronous);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  private final class Send extends FtRequest {
    private final int tag;
    private final boolean synchronous;

    Send(PendingRequest pending, int tag, boolean synchronous) {
      super(session, guard, pending);
      this.tag = tag;
      this.synchronous = synchronous;
    }

    @Override
    Status deliver() {
      if (synchronous) {
        synchronousSends.decrementAndGet();
      }
      return new Status(0, tag, -1);
    }
  }

  private final class PostedReceive extends FtRequest {
    private final Receive receive;
    private final Buffer buffer;
    private final Status status;

    PostedReceive(Receive receive, Buffer buffer, Status status) {
      super(session, guard, receive);
      this.receive = receive;
      this.buffer = buffer;
      this.status = status;
      outstanding.add(this);
    }

    @Override
    Status deliver() {
      outstanding.remove(this);
      payloads.receive(receive.message(), buffer, status);
      return status;
    }
  }
}
