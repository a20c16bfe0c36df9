/**
 * The image of a heap: all that a program's statics and its stack lead to, written to a file and
 * made again in another process. Begin with {@code ImageWriter} and {@code ImageReader}.
 *
 * <p>{@code ImageWriter.trace} finds and numbers the objects, breadth first, without recursion, and
 * refuses what cannot be in an image, with the references that lead to it ({@code NotCapturable}).
 * Only then {@code HeapTrace.write} writes, so a refusal leaves nothing behind. {@code
 * ImageReader.check} reads an image once without any class of the program: check sums and
 * fingerprint (the build of the Java virtual machine, the order of {@code Set.of}, what the agent
 * adds). {@code restore} makes all objects without constructors, fills them, and sets the statics,
 * final ones too.
 *
 * <ul>
 *   <li>Objects are written by their fields, those of the JDK's classes too. Fields are found by
 *       name and type, so the collector, the size of references and the layout of headers may
 *       differ. Nothing has to be serializable, and no code of the program runs.
 *   <li>Leaves are written as names: what the agent names ({@code Leaves}), objects in static final
 *       fields of the JDK ({@code Tokens}), classes, the thread of main and the loaders ({@code
 *       BuiltIns}), boxes that {@code valueOf} shares ({@code Boxes}). Some objects are made anew
 *       from what they mean ({@code Recipe}): charsets, paths, patterns, locales, resource bundles
 *       of properties files, providers of digests, handles of methods and variables, members of
 *       reflection, loggers of {@code java.util.logging}, beans of the virtual machine. Strings
 *       that literals share are interned again.
 *   <li>A lambda has a hidden class without a name. {@code LambdaRecipe} describes it by its
 *       interface, its fields and the method that its constants name, and believes the description
 *       only if a class made from it calls the same methods and expects the same boxes. So neither
 *       call sites nor what is serializable changes. A lambda that captures nothing, evaluated
 *       again after a restore, is another object than before.
 *   <li>Identity hash codes are in the header; {@code HeaderHash} finds where by a probe. All
 *       objects keep theirs. Where a leaf has got another one in this process, tables of the JDK
 *       that have it as a key are filled anew ({@code HashTables}); a table of the program's own is
 *       not.
 *   <li>Weak and soft references stay so; what only they lead to is in the image. Phantom ones are
 *       refused: they free something outside of the heap. Variables of threads have the value of
 *       main's thread. Exceptions keep their stack traces.
 *   <li>Threads that have ended or were not started are objects like others; what runs a thread is
 *       left out ({@code EndedThreads}). Live ones are made like them and started from the
 *       beginning of their run methods: workers of executors wait for a task then ({@code
 *       IdleThreads}), and what waited in a call of MPI puts up its stack.
 *   <li>What the JDK counts its threads and queues by in a {@code ForkJoinPool} is left out: it
 *       starts other threads ({@code ForkJoinPools}).
 *   <li>What streams of objects make objects by is taken from the process ({@code StreamClasses}).
 *   <li>The memory of a direct buffer is written with the buffer that owns it ({@code
 *       DirectMemory}).
 *   <li>An open file is known by its descriptor ({@code OpenFile}, from {@code /proc}): name,
 *       flags, position, length and inode. What the JDK keeps behind a descriptor, its number and
 *       its cleaner, is set when the file is opened again ({@code Descriptors}), after the heap is
 *       complete. Where and how it is opened says the port {@code OpenFiles}.
 *   <li>Compressed data that is half-way is in native memory. {@code ZipMakers} has the program
 *       make {@code RepeatableDeflater}s and {@code RepeatableInflater}s, also in the JDK's
 *       streams. They keep the calls since they were made or reset, with the bytes that these took;
 *       the same calls make the state again. A call that takes or gives another number of bytes
 *       there makes the checkpoint unusable. An entry of a {@code ZipFile} is read again ({@code
 *       ZipFiles}). A style sheet of XML makes its classes from their code again.
 *   <li>A method handle that is made of others ({@code HandleForms}) is in an image with what is
 *       bound to it, and with its form, the expressions that the JDK compiles its code from.
 *   <li>Refused ({@code Refusals}): live threads, sockets, pipes and devices, locks of files, files
 *       in memory, class loaders and classes of unknown ones, processes, and what the JDK has in
 *       packages of its own but for a few that are made of plain fields.
 * </ul>
 */
package org.ftmpj.checkpoint.image;
