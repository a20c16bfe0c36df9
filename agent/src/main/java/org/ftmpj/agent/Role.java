package org.ftmpj.agent;

import java.util.OptionalInt;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.supervisor.console.OutputSink;

/** What this process is to its rank: the rank itself, or a repetition of its record. */
interface Role {

  /**
   * Opens the logs. Called once, before {@link #session} and {@link #output}.
   *
   * @throws FtmpjException if the rank cannot start
   */
  void open();

  RankSession session();

  OutputSink output();

  /**
   * The program has ended itself. Called by the thread that ends the virtual machine.
   *
   * @param code empty if it is not known
   */
  void ended(OptionalInt code);

  /** FTMPJ stops this process. Any thread; perhaps before {@link #open} has returned. */
  void stopped(FtmpjException why);
}
