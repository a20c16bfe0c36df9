package org.ftmpj.interceptors.device;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.ftmpj.protocol.rank.Operation;

/**
 * {@code mpi.Request}'s waits and tests of several requests, each as one blocking or one counted
 * operation. MPJ Express's own ones spin, sleep for 500 ms, and never return when all requests are
 * inactive.
 *
 * <p>A request is inactive if it is null, was completed before, or is persistent and not started.
 */
public final class RequestOperations {
  private final FtDevice device;

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
    int found = call(requests, device.session()::awaitAny);
    return found < 0 ? undefined() : delivered(requests, found);
  }

  /** Empty if all are inactive. */
  public Status[] waitsome(Request[] requests) {
    return delivered(requests, call(requests, device.session()::awaitSome));
  }

  /**
   * Null if none is complete; a status whose index is {@code MPI.UNDEFINED} if all are inactive.
   */
  public Status testany(Request[] requests) {
    Operation[] operations = operations(requests);
    if (areInactive(operations)) {
      return undefined();
    }
    int found = call(operations, device.session()::testAny);
    return found < 0 ? null : delivered(requests, found);
  }

  /** Empty if none is complete. */
  public Status[] testsome(Request[] requests) {
    return delivered(requests, call(requests, device.session()::testSome));
  }

  /**
   * Null if not all are complete; the status of an inactive request is empty, of a null one null.
   */
  public Status[] testall(Request[] requests) {
    if (!call(requests, device.session()::testAll)) {
      return null;
    }
    Status[] all = new Status[requests.length];
    for (int i = 0; i < all.length; i++) {
      if (requests[i] != null) {
        all[i] = isActive(requests[i]) ? requests[i].Wait() : MPI.EMPTY_STATUS;
      }
    }
    return all;
  }

  private interface Call<A, R> {
    R on(A operations);
  }

  private <R> R call(Request[] requests, Call<Operation[], R> call) {
    return call(operations(requests), call);
  }

  private <R> R call(Operation[] operations, Call<Operation[], R> call) {
    device.guard().enter();
    try {
      return call.on(operations);
    } catch (RuntimeException | Error e) {
      throw device.guard().leave(e);
    }
  }

  private static Status delivered(Request[] requests, int index) {
    Status status = requests[index].Wait();
    status.index = index;
    return status;
  }

  private static Status[] delivered(Request[] requests, int[] indices) {
    Status[] all = new Status[indices.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = delivered(requests, indices[i]);
    }
    return all;
  }

  private static Status undefined() {
    Status status = new Status();
    status.source = MPI.ANY_SOURCE;
    status.tag = MPI.ANY_TAG;
    status.index = MPI.UNDEFINED;
    return status;
  }

  private static Operation[] operations(Request[] requests) {
    Operation[] operations = new Operation[requests.length];
    for (int i = 0; i < operations.length; i++) {
      if (isActive(requests[i])) {
        operations[i] = ((FtRequest) requests[i].req).operation();
      }
    }
    return operations;
  }

  private static boolean areInactive(Operation[] operations) {
    for (Operation operation : operations) {
      if (operation != null) {
        return false;
      }
    }
    return true;
  }

  private static boolean isActive(Request request) {
    return request != null && request.req != null && !request.Is_null();
  }
}
