package org.ftmpj.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message was appended to a channel log. */
@Name("ftmpj.Send")
@Label("Send")
@Category("FTMPJ")
@Description("A message was appended to a channel log; not one that the log held already")
@StackTrace(false)
final class SendEvent extends Event {
  @Label("Destination")
  int destination;

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
