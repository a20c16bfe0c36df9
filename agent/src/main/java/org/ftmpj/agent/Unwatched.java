package org.ftmpj.agent;

import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/** What was opened is none of the record's. */
final class Unwatched implements Watcher {
  static final Watcher ONE = new Unwatched();

  private Unwatched() {}

  @Override
  public void opened(Object with) {}

  @Override
  public void writing() {}

  @Override
  public void closing() {}

  @Override
  public void closed() {}
}
