package org.ftmpj.interceptors.device;

import mpi.MPIException;
import mpjdev.Request;
import mpjdev.Status;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.RankSession;
import xdev.XDevException;

/**
 * A request of MPJ Express on a pending request of the protocol. Its completion handlers, which
 * unpack a received message or give a sent buffer back, run once, as soon as the program knows that
 * it is complete.
 */
abstract class FtRequest extends Request {
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
      } catch (RuntimeException | Error e) {
        throw guard.leave(e);
      }
      take();
    }
    return delivered;
  }

  /** The status if the request is complete, which is over then; else null. */
  @Override
  public final Status itest() {
    if (delivered == null) {
      guard.enter();
      boolean complete;
      try {
        complete = session.test(pending);
      } catch (RuntimeException | Error e) {
        throw guard.leave(e);
      }
      if (complete) {
        take();
      }
    }
    return delivered;
  }

  /** Ends the request, which is known to be complete, unless it was ended already. */
  final void take() {
    if (delivered != null) {
      return;
    }
    try {
      delivered = deliver();
      // The object may serve another request; this one stays complete.
      PendingRequest over = pending;
      pending = PendingRequest.COMPLETED_SEND;
      session.free(over);
    } catch (XDevException e) {
      // Between the device and the program's call nothing else would translate it.
      throw new MPIException(e);
    } catch (RuntimeException | Error e) {
      throw guard.leave(e);
    }
    complete(delivered);
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
