/**
 * MPJ Express's device on the protocol: begin with {@link org.ftmpj.interceptors.device.FtDevice}.
 * The agent puts it into {@code mpjdev.javampjdev.MPJDev.dev} before MPJ Express chooses one.
 * Outside of this module only the agent's {@code RankHooks}, which implements the bridge, uses MPJ
 * Express's types. The code relies on these facts about MPJ Express 0.44:
 *
 * <ul>
 *   <li>{@code mpjdev.javampjdev.MPJDev.init} picks the device by name from {@code args[2]}, and
 *       only if {@code dev} is null.
 *   <li>Processes are named by UUID. Ours are made from the job's id and the rank, so a restarted
 *       rank keeps its name.
 *   <li>{@code mpi.Comm} packs every message into an {@code mpjbuf.Buffer}: a static part, with
 *       {@code getSendOverhead()} bytes free in front (we ask for none), and a dynamic part for
 *       serialized objects. {@code putSectionHeader} writes 5 of 8 bytes.
 *   <li>The collectives use named receives only; context ids are agreed on by ordinary messages and
 *       are deterministic.
 *   <li>{@code Comm.Bsend} tests its pending requests itself; ours are complete when the call
 *       returns, so that is no event.
 *   <li>Debian's package has no working {@code MPJ_HOME}; {@code ./ftmpj setup} makes one from its
 *       jars.
 * </ul>
 */
package org.ftmpj.interceptors.device;
