package org.ftmpj.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A receive got its message. */
@Name("ftmpj.Match")
@Label("Match")
@Category("FTMPJ")
@Description("A posted receive got its message, also in a re-execution")
@StackTrace(false)
final class MatchEvent extends Event {
  @Label("Source")
  int source;

  @Label("Channel Sequence Number")
  long sequence;

  @Label("Context")
  int context;

  @Label("Tag")
  int tag;

  @Label("Payload")
  @DataAmount
  long bytes;
}
