package org.ftmpj.agent;

import java.lang.ref.WeakReference;
import java.nio.channels.Channel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.ftmpj.agent.checkpoint.Imaged;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;
import org.ftmpj.interceptors.bridge.value.OpenPaths;

/**
 * A file that the program has opened to write to it, or a scratch file in its place, whose content
 * nobody needs. The program's threads.
 */
final class WrittenFile implements Watcher, Imaged {
  private final WrittenFiles all;
  private final Act act;
  private final long order;
  private final AtomicReference<String> warning;
  private Path file;
  private boolean scratch;

  /** The channel by which it is written; null if a stream leads to this object by itself. */
  private WeakReference<Channel> channel;

  private volatile boolean closed;

  /**
   * @param order of the operation that has opened it
   * @param warning to be given when it is written first; null if there is none
   */
  WrittenFile(WrittenFiles all, Act act, long order, Path file, boolean scratch, String warning) {
    this.all = all;
    this.act = act;
    this.order = order;
    this.file = file;
    this.scratch = scratch;
    this.warning = new AtomicReference<>(warning);
  }

  Act act() {
    return act;
  }

  long order() {
    return order;
  }

  Path file() {
    return file;
  }

  boolean isScratch() {
    return scratch;
  }

  boolean isClosed() {
    return closed;
  }

  /** After a restart it is to be written there. */
  void place(WrittenFile again) {
    file = again.file;
    scratch = again.scratch;
    warning.set(again.warning.get());
    Channel watched = channel == null ? null : channel.get();
    if (watched != null) {
      OpenPaths.watch(watched, this);
    }
  }

  @Override
  public void opened(Object with) {
    if (with instanceof Channel opened) {
      channel = new WeakReference<>(opened);
    }
    all.opened(with, this);
  }

  @Override
  public void writing() {
    if (!scratch) {
      all.writing(warning.getAndSet(null));
    }
  }

  @Override
  public void closing() {
    if (!scratch) {
      all.writing(null);
    }
  }

  @Override
  public void closed() {
    closed = true;
    all.closed(this);
  }
}
