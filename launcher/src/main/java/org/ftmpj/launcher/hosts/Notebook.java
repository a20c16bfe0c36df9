package org.ftmpj.launcher.hosts;

import java.util.HashMap;
import java.util.Map;

/**
 * The notes of a coordinator for its successor, written before each action, so that the successor
 * knows of all that may have been done.
 */
interface Notebook {
  /** The incarnation of the daemon that has written the stream of a host. */
  int WRITER = 1;

  /**
   * Notes it, and waits until every successor will find it.
   *
   * @param notes by name; an empty one removes
   * @throws org.ftmpj.common.error.FtmpjException COORDINATOR_REPLACED if there is a successor
   */
  void note(Map<String, byte[]> notes) throws InterruptedException;

  /**
   * The incarnation with which the stream of a lost host is fenced and read: one that no other
   * coordinator has read it with.
   *
   * @throws org.ftmpj.common.error.FtmpjException COORDINATOR_REPLACED if there is a successor
   */
  int nextReader(int host) throws InterruptedException;

  /** The notebook of a job that ends with its launcher. One thread. */
  static Notebook ofNoSuccessor() {
    return ofNoSuccessor(WRITER);
  }

  /**
   * Such a notebook in a later run of the job.
   *
   * @param writer the incarnation that writes the streams of hosts in this run
   */
  static Notebook ofNoSuccessor(int writer) {
    Map<Integer, Integer> readers = new HashMap<>();
    return new Notebook() {
      @Override
      public void note(Map<String, byte[]> notes) {
        // No one will ask.
      }

      @Override
      public int nextReader(int host) {
        return readers.merge(host, writer + 1, (before, first) -> before + 1);
      }
    };
  }
}
