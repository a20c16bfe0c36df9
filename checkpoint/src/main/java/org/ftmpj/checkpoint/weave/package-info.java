/**
 * Makes methods of the program resumable: finds those that may reach a call of MPI ({@code Reach}),
 * makes them capture their values with the stack, and adds a twin of each that continues in the
 * middle ({@code TwinWeaver}).
 *
 * <p>{@code TwinWeaver} gets the classes as the weaver of the interceptors has rewritten them. A
 * method is rewritten if a call in it may lead to a site, a call of MPI ({@code Sites} defines
 * them), according to the names, descriptors and classes of calls, including lambdas. It becomes
 * two methods.
 *
 * <ul>
 *   <li>The original reads a volatile flag before each call of MPI ({@code ResumableMethod}), and
 *       has a handler for the unwinding around each call that may reach one. The operand stack
 *       below such a call is saved in local variables, because an exception discards it.
 *   <li>The twin ({@code TwinMethod}) is the same code with an entry for each site: it takes the
 *       values of its frame from the resumption, calls the twin of the next frame inwards, and
 *       continues with its result. It can be captured again. Its name is the method's.
 * </ul>
 *
 * <p>Handlers are at the end of the code, outside of the program's try blocks and before them in
 * the table, so neither its catch nor its finally sees the unwinding. Frames leave their monitors,
 * of synchronized methods and of blocks ({@code HeldMonitors}), and the twins enter them.
 *
 * <p>Stack map frames are right by construction: the types on the stack and in the variables at a
 * site follow from the existing frames ({@code StackStates}), so no class is loaded to compute
 * them. Only live variables are captured ({@code Liveness}). Sites whose frames have the same shape
 * share code ({@code SiteGroup}). Objects whose constructor's arguments reach a site are made after
 * the arguments ({@code LateNew}); their class is initialized before, as always. The verifier
 * allows no handler around {@code super(...)}, so constructors return while they are captured, and
 * their callers check a flag. The twin of a constructor is called {@code ftmpj$constructor}, and
 * sets final fields by {@code FinalFields}.
 *
 * <p>{@code forEach} of a stream becomes a loop in the class that calls it ({@code StreamLoops}),
 * because a stack cannot be captured with a method of the JDK in it.
 *
 * <p>Not captured, and tried again at the next call: in class initializers, constructors before
 * {@code super(...)}; below a method of the JDK, of MPJ Express or of a library that was not read;
 * below a constructor that a method reference calls; in methods of class files older than Java 7,
 * and in those that are too long.
 *
 * <p>{@code TwinWeaverTest} captures a program of all shapes at each of its calls of MPI, {@code
 * FreshProcessTest} has it go on through a chain of processes, and {@code VerifierTest} has the
 * virtual machine verify rewritten libraries in which any third call is a site.
 */
package org.ftmpj.checkpoint.weave;
