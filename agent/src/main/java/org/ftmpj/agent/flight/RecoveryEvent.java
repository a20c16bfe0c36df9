package org.ftmpj.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A restarted rank is past all that earlier incarnations did. */
@Name("ftmpj.Recovery")
@Label("Recovery")
@Category("FTMPJ")
@Description("A restarted rank has repeated everything that was recorded, and goes on from here")
@StackTrace(false)
final class RecoveryEvent extends Event {
  @Label("Incarnation")
  int incarnation;

  @Label("Determinants Replayed")
  long determinants;

  @Label("Messages Read Again")
  long messages;

  @Label("Sends Already Done")
  long sendsDropped;

  @Label("Since the Start of the Virtual Machine")
  @Timespan(Timespan.MILLISECONDS)
  long uptime;
}
