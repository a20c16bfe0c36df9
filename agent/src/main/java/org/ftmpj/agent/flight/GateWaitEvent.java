package org.ftmpj.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The rank waited at the gate. */
@Name("ftmpj.GateWait")
@Label("Gate Wait")
@Category("FTMPJ")
@Description("A send or an output waited until the determinants before it were stable")
final class GateWaitEvent extends Event {
  @Label("Record")
  @Description("Number of the last record of the event log that had to be stable")
  long record;
}
