package org.ftmpj.interceptors.device;

import java.util.concurrent.atomic.AtomicReference;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.ftmpj.protocol.match.PendingRequest;

/**
 * {@code mpi.Request}'s waits and tests of several requests, each as one blocking or one counted
 * operation. MPJ Express's own ones spin, sleep for 500 ms, and never return when all requests are
 * inactive.
 *
 * <p>A request is inactive if it is null, was completed before, or is persistent and not started.
 */
public final class RequestOperations {
  private static final Status[] NONE = {};

  private final FtDevice device;

  /** The working memory of calls; taken while it is in use. */
  private final AtomicReference<Work> spare = new AtomicReference<>(new Work(0));

  /** The pending requests of a call, and room for the indices of the completed ones. */
  private static final class Work {
    final PendingRequest[] pending;
    final int[] completed;

    Work(int requests) {
      pending = new PendingRequest[requests];
      completed = new int[requests];
    }
  }

  public RequestOperations(FtDevice device) {
    this.device = device;
  }

  /**
   * A persistent request that was never started is complete at once, with the empty status, as the
   * MPI standard says. MPJ Express's {@code Wait} returns null, its {@code Test} never succeeds.
   */
  public void beforeWait(Request request) {
    if (request.req == null && !request.Is_null()) {
      request.req = NeverStarted.REQUEST;
    }
  }

  /**
   * A status whose index is {@code MPI.UNDEFINED} if all are inactive, as the MPI standard says.
   */
  public Status waitany(Request[] requests) {
    Work work = begin(requests);
    int found;
    try {
      found = device.session().awaitAny(work.pending);
    } catch (RuntimeException | Error e) {
      throw device.guard().leave(e);
    }
    end(work);
    return found < 0 ? undefined() : delivered(requests, found);
  }

  /** Empty if all are inactive. */
  public Status[] waitsome(Request[] requests) {
    Work work = begin(requests);
    int found;
    try {
      found = device.session().awaitSome(work.pending, work.completed);
    } catch (RuntimeException | Error e) {
      throw device.guard().leave(e);
    }
    return delivered(requests, work, found);
  }

  /**
   * Tests for any request: null if none is complete; a status whose index is {@code MPI.UNDEFINED}
   * if all are inactive.
   */
  public Status testany(Request[] requests) {
    Work work = begin(requests);
    boolean inactive = areInactive(work.pending);
    int found;
    try {
      found = inactive ? -1 : device.session().testAny(work.pending);
    } catch (RuntimeException | Error e) {
      throw device.guard().leave(e);
    }
    end(work);
    if (inactive) {
      return undefined();
    }
    return found < 0 ? null : delivered(requests, found);
  }

  /** Empty if none is complete. */
  public Status[] testsome(Request[] requests) {
    Work work = begin(requests);
    int found;
    try {
      found = device.session().testSome(work.pending, work.completed);
    } catch (RuntimeException | Error e) {
      throw device.guard().leave(e);
    }
    return delivered(requests, work, found);
  }

  /**
   * Tests for all requests: null if one is incomplete; the status of an inactive request is empty,
   * of a null one null.
   */
  public Status[] testall(Request[] requests) {
    Work work = begin(requests);
    boolean complete;
    try {
      complete = device.session().testAll(work.pending);
    } catch (RuntimeException | Error e) {
      throw device.guard().leave(e);
    }
    end(work);
    if (!complete) {
      return null;
    }
    Status[] all = new Status[requests.length];
    for (int i = 0; i < all.length; i++) {
      if (requests[i] != null) {
        all[i] = isActive(requests[i]) ? delivered(requests[i]) : MPI.EMPTY_STATUS;
      }
    }
    return all;
  }

  private Work begin(Request[] requests) {
    device.guard().enter();
    Work work = spare.getAndSet(null);
    if (work == null || work.pending.length != requests.length) {
      work = new Work(requests.length);
    }
    for (int i = 0; i < requests.length; i++) {
      work.pending[i] = isActive(requests[i]) ? ((FtRequest) requests[i].req).pending() : null;
    }
    return work;
  }

  private void end(Work work) {
    spare.set(work);
  }

  private static Status delivered(Request[] requests, int index) {
    Status status = delivered(requests[index]);
    status.index = index;
    return status;
  }

  /** The wait of the program's request, which is known to be complete: no operation. */
  private static Status delivered(Request request) {
    ((FtRequest) request.req).take();
    return request.Wait();
  }

  private Status[] delivered(Request[] requests, Work work, int count) {
    Status[] all = count == 0 ? NONE : new Status[count];
    for (int i = 0; i < count; i++) {
      all[i] = delivered(requests, work.completed[i]);
    }
    end(work);
    return all;
  }

  private static Status undefined() {
    Status status = new Status();
    status.source = MPI.ANY_SOURCE;
    status.tag = MPI.ANY_TAG;
    status.index = MPI.UNDEFINED;
    return status;
  }

  private static boolean areInactive(PendingRequest[] requests) {
    for (PendingRequest request : requests) {
      if (request != null) {
        return false;
      }
    }
    return true;
  }

  private static boolean isActive(Request request) {
    return request != null && request.req != null && !request.Is_null();
  }
}
