package org.ftmpj.api;

/** The protection of a process that runs on MPJ Express alone: none. */
final class NoProtection implements Protection {

  @Override
  public void open() {}

  @Override
  public byte[] state() {
    return null;
  }

  @Override
  public void begun() {}

  @Override
  public boolean wants(boolean forced) {
    return false;
  }

  @Override
  public void save(byte[] state) {}

  @Override
  public Error failed(String what, Throwable why) {
    return new Error(what, why);
  }
}
