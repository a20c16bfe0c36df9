/**
 * The image of a heap: everything reachable from a program's statics and its stack, written to a
 * file and recreated in another process. Begin with {@code ImageWriter} and {@code ImageReader}.
 *
 * <p>{@code ImageWriter.trace} finds and numbers the objects, breadth first, without recursion, and
 * refuses an object that cannot be in an image, with the path of references to it ({@code
 * NotCapturable}). Only then {@code HeapTrace.write} writes, so a refusal leaves nothing behind.
 * {@code ImageReader.check} reads an image once without any class of the program: check sums and
 * fingerprint (the build of the Java virtual machine, the order of {@code Set.of}, what the agent
 * adds). {@code restore} creates all objects without constructors, fills them, and sets the
 * statics, including final ones.
 *
 * <ul>
 *   <li>Objects are written by their fields, including objects of the JDK's classes. Fields are
 *       found by name and type, so the collector, the size of references and the layout of headers
 *       may differ. Nothing has to be serializable, and no code of the program runs.
 *   <li>Leaves are written as names: what the agent names ({@code Leaves}), objects in static final
 *       fields of the JDK ({@code Tokens}), classes, the thread of main and the loaders ({@code
 *       BuiltIns}), boxes that {@code valueOf} shares ({@code Boxes}). Some objects are recreated
 *       from a description ({@code Recipe}): charsets, paths, patterns, locales, resource bundles
 *       of properties files, providers of digests, handles of methods and variables, members of
 *       reflection, loggers of {@code java.util.logging}, beans of the virtual machine. Strings
 *       that literals share are interned again.
 *   <li>A lambda has a hidden class without a name. {@code LambdaRecipe} describes it by its
 *       interface, its fields and the method that its constants name, and accepts the description
 *       only if a class made from it calls the same methods and expects the same boxes. So neither
 *       call sites nor serializability changes. A lambda that captures nothing, evaluated again
 *       after a restore, is another object than before.
 *   <li>Identity hash codes are in the header, where {@code HeaderHash} finds them by a probe. All
 *       objects keep theirs. If a leaf has got another one in this process, JDK tables with it as a
 *       key are filled again ({@code HashTables}); a table of the program's own is not.
 *   <li>Weak and soft references stay so, and objects reachable only by them are in the image.
 *       Phantom ones are refused, since they free something outside of the heap. Variables of
 *       threads have the value of main's thread. Exceptions keep their stack traces.
 *   <li>Threads that have ended or were not started are objects like others, without the fields for
 *       running them ({@code EndedThreads}). Live threads are recreated likewise and started from
 *       the beginning of their run methods: workers of executors then wait for a task ({@code
 *       IdleThreads}), and threads that waited in an MPI call put up their stacks.
 *   <li>A {@code ForkJoinPool}'s bookkeeping of its threads and queues is left out; it starts other
 *       threads ({@code ForkJoinPools}).
 *   <li>The constructors that object streams use are taken from the process ({@code
 *       StreamClasses}).
 *   <li>The memory of a direct buffer is written with the buffer that owns it ({@code
 *       DirectMemory}).
 *   <li>An open file is known by its descriptor ({@code OpenFile}, from {@code /proc}): name,
 *       flags, position, length and inode. The number and the cleaner of a descriptor are set when
 *       the file is opened again ({@code Descriptors}), after the heap is complete. The port {@code
 *       OpenFiles} decides where and how it is opened.
 *   <li>The state of a running compression is in native memory. {@code ZipMakers} makes the program
 *       create {@code RepeatableDeflater}s and {@code RepeatableInflater}s, even in the JDK's
 *       streams. They record the calls since they were created or reset, with their input;
 *       repeating the calls restores the state. If a repeated call consumes or returns another
 *       number of bytes, the checkpoint is unusable. An entry of a {@code ZipFile} is read again
 *       ({@code ZipFiles}). A style sheet of XML recreates its classes from their code.
 *   <li>A method handle that is made of others ({@code HandleForms}) is in an image with its bound
 *       values and its form, the expressions from which the JDK compiles its code.
 *   <li>Refused ({@code Refusals}): live threads, sockets, pipes and devices, locks of files, files
 *       in memory, class loaders and classes of unknown ones, processes, and objects of the JDK's
 *       internal packages except a few that have only plain fields.
 * </ul>
 */
package org.ftmpj.checkpoint.image;
