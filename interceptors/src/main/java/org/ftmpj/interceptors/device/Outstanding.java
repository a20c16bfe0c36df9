package org.ftmpj.interceptors.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The receives that the program has not waited for yet, oldest first, linked through themselves.
 * Any thread.
 */
final class Outstanding {
  private FtRequest first;
  private FtRequest last;

  synchronized void add(FtRequest request) {
    request.previousOutstanding = last;
    if (last == null) {
      first = request;
    } else {
      last.nextOutstanding = request;
    }
    last = request;
  }

  /** Does nothing if it is not among them: a wait that has failed may be tried again. */
  synchronized void remove(FtRequest request) {
    if (request != first && request.previousOutstanding == null) {
      return;
    }
    FtRequest before = request.previousOutstanding;
    FtRequest after = request.nextOutstanding;
    if (before == null) {
      first = after;
    } else {
      before.nextOutstanding = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previousOutstanding = before;
    }
    request.previousOutstanding = null;
    request.nextOutstanding = null;
  }

  synchronized boolean isEmpty() {
    return first == null;
  }

  /** The first and the last one, which hold all others. */
  synchronized Object[] ends() {
    return new Object[] {first, last};
  }

  synchronized void restore(Object[] ends) {
    first = (FtRequest) ends[0];
    last = (FtRequest) ends[1];
  }

  synchronized List<FtRequest> all() {
    List<FtRequest> all = new ArrayList<>();
    for (FtRequest r = first; r != null; r = r.nextOutstanding) {
      all.add(r);
    }
    return all;
  }
}
