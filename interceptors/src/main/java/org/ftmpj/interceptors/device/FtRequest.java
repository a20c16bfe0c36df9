package org.ftmpj.interceptors.device;

import mpi.MPIException;
import mpjdev.Request;
import mpjdev.Status;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.RankSession;
import xdev.XDevException;

/**
 * A request of MPJ Express on a pending request of the protocol. Its completion handlers, which
 * unpack a received message or give a sent buffer back, run once, in the first {@link #iwait}.
 */
abstract class FtRequest extends Request {
  private static final Status COMPLETE = new Status(-1, -1, -1);

  private final RankSession session;
  private final Guard guard;
  private PendingRequest pending;
  private Status delivered;
  FtRequest previousOutstanding;
  FtRequest nextOutstanding;

  FtRequest(RankSession session, Guard guard, PendingRequest pending) {
    this.session = session;
    this.guard = guard;
    this.pending = pending;
  }

  final PendingRequest pending() {
    return pending;
  }

  @Override
  public final Status iwait() {
    if (delivered == null) {
      guard.enter();
      try {
        session.await(pending);
        delivered = deliver();
        // The object may serve another request; this one stays complete.
        PendingRequest over = pending;
        pending = PendingRequest.COMPLETED_SEND;
        session.free(over);
      } catch (XDevException e) {
        // Between the device and the program's Wait nothing else would translate it.
        throw new MPIException(e);
      } catch (RuntimeException | Error e) {
        throw guard.leave(e);
      }
      complete(delivered);
    }
    return delivered;
  }

  /**
   * A status if the request is complete, else null. The status says more only after {@link #iwait}.
   */
  @Override
  public final Status itest() {
    if (delivered != null) {
      return delivered;
    }
    guard.enter();
    try {
      return session.test(pending) ? COMPLETE : null;
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
  }

  /** The request is complete: what MPJ Express shall know of it. */
  abstract Status deliver();

  @Override
  public final void free() {}

  @Override
  public final boolean isnull() {
    return false;
  }

  /** MPJ Express does not implement it either; never cancelled, hence no event. */
  @Override
  public final boolean cancel() {
    return false;
  }
}
