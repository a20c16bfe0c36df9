package org.ftmpj.interceptors.device;

import mpi.MPI;
import mpjdev.Request;
import mpjdev.Status;

/** Stands in a persistent request that is waited for before its first start. */
final class NeverStarted extends Request {
  static final NeverStarted REQUEST = new NeverStarted();

  private NeverStarted() {}

  /** The empty status; MPJ Express makes a status of the program's from it. */
  @Override
  public Status iwait() {
    return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.UNDEFINED);
  }

  @Override
  public Status itest() {
    return iwait();
  }

  @Override
  public void free() {}

  @Override
  public boolean isnull() {
    return true;
  }

  @Override
  public boolean cancel() {
    return false;
  }
}
