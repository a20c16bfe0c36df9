package org.ftmpj.interceptors.weave;

import java.util.HashMap;
import java.util.Map;
import org.ftmpj.interceptors.weave.Redirections.Target;

/** What the program does with files, by method and by reference to a constructor. */
final class FileCalls {
  private static final String VALUE = "org/ftmpj/interceptors/bridge/value/";
  private static final String OPENS = "Opens";
  private static final String PATHS = "OpenPaths";
  private static final String CHANGES = "FileChanges";
  private static final String LOOKUPS = "FileLookups";

  private static final String FILE = "java/io/File";
  private static final String FILES = "java/nio/file/Files";
  private static final String BYTE_CHANNEL = "java/nio/channels/SeekableByteChannel";
  private static final String FILE_CHANNEL = "java/nio/channels/FileChannel";

  /** Arguments, as descriptors write them. */
  private static final String PATH = "Ljava/nio/file/Path;";

  private static final String TEXT = "Ljava/lang/String;";
  private static final String OPTIONS = "[Ljava/nio/file/OpenOption;";
  private static final String ATTRIBUTES = "[Ljava/nio/file/attribute/FileAttribute;";
  private static final String LINKS = "[Ljava/nio/file/LinkOption;";
  private static final String COPY = "[Ljava/nio/file/CopyOption;";
  private static final String CHARSET = "Ljava/nio/charset/Charset;";
  private static final String STREAM = "Ljava/util/stream/Stream;";

  private final Map<Target, Target> all = new HashMap<>();

  private FileCalls() {}

  /** From what to what. */
  static Map<Target, Target> all() {
    FileCalls calls = new FileCalls();
    calls.constructors();
    calls.opens();
    calls.channels();
    calls.changes();
    calls.lookups();
    calls.listings();
    return calls.all;
  }

  /** Referred to; calls of them are {@link Constructions}. */
  private void constructors() {
    for (String file : new String[] {TEXT, "L" + FILE + ";"}) {
      constructor("java/io/FileOutputStream", file, "newStream");
      constructor("java/io/FileOutputStream", file + "Z", "newStream");
      constructor("java/io/FileWriter", file, "newWriter");
      constructor("java/io/FileWriter", file + "Z", "newWriter");
      constructor("java/io/PrintWriter", file, "newPrintWriter");
      constructor("java/io/PrintStream", file, "newPrintStream");
    }
  }

  private void opens() {
    ofFiles("newOutputStream", PATH + OPTIONS, "Ljava/io/OutputStream;", PATHS);
    ofFiles("newBufferedWriter", PATH + OPTIONS, "Ljava/io/BufferedWriter;", PATHS);
    ofFiles("newBufferedWriter", PATH + CHARSET + OPTIONS, "Ljava/io/BufferedWriter;", PATHS);
    ofFiles("write", PATH + "[B" + OPTIONS, PATH, PATHS);
    ofFiles("write", PATH + "Ljava/lang/Iterable;" + OPTIONS, PATH, PATHS);
    ofFiles("write", PATH + "Ljava/lang/Iterable;" + CHARSET + OPTIONS, PATH, PATHS);
    ofFiles("writeString", PATH + "Ljava/lang/CharSequence;" + OPTIONS, PATH, PATHS);
    ofFiles("writeString", PATH + "Ljava/lang/CharSequence;" + CHARSET + OPTIONS, PATH, PATHS);
    ofFiles("copy", "Ljava/io/InputStream;" + PATH + COPY, "J", PATHS);
  }

  private void channels() {
    String channel = "L" + BYTE_CHANNEL + ";";
    String fileChannel = "L" + FILE_CHANNEL + ";";
    String set = PATH + "Ljava/util/Set;" + ATTRIBUTES;
    ofFiles("newByteChannel", PATH + OPTIONS, channel, PATHS);
    ofFiles("newByteChannel", set, channel, PATHS);
    ofStatic(FILE_CHANNEL, "open", "(" + PATH + OPTIONS + ")" + fileChannel, PATHS);
    ofStatic(FILE_CHANNEL, "open", "(" + set + ")" + fileChannel, PATHS);
    String provider = "java/nio/file/spi/FileSystemProvider";
    ofObject(provider, "newOutputStream", PATH + OPTIONS, "Ljava/io/OutputStream;", PATHS);
    ofObject(provider, "newByteChannel", set, channel, PATHS);
    ofObject(provider, "newFileChannel", set, fileChannel, PATHS);
    for (String owner : new String[] {BYTE_CHANNEL, FILE_CHANNEL}) {
      ofObject(owner, "close", "", "V", PATHS);
      ofObject(owner, "write", "Ljava/nio/ByteBuffer;", "I", PATHS);
    }
    ofObject(FILE_CHANNEL, "write", "Ljava/nio/ByteBuffer;J", "I", PATHS);
  }

  private void changes() {
    for (String name : new String[] {"createNewFile", "mkdir", "mkdirs", "delete"}) {
      ofObject(FILE, name, "", "Z", CHANGES);
    }
    ofObject(FILE, "renameTo", "L" + FILE + ";", "Z", CHANGES);
    String made = ")L" + FILE + ";";
    ofStatic(FILE, "createTempFile", "(" + TEXT + TEXT + made, CHANGES);
    ofStatic(FILE, "createTempFile", "(" + TEXT + TEXT + "L" + FILE + ";" + made, CHANGES);
    for (String name : new String[] {"createFile", "createDirectory", "createDirectories"}) {
      ofFiles(name, PATH + ATTRIBUTES, PATH, CHANGES);
    }
    ofFiles("createSymbolicLink", PATH + PATH + ATTRIBUTES, PATH, CHANGES);
    ofFiles("createLink", PATH + PATH, PATH, CHANGES);
    ofFiles("copy", PATH + PATH + COPY, PATH, CHANGES);
    ofFiles("move", PATH + PATH + COPY, PATH, CHANGES);
    ofFiles("delete", PATH, "V", CHANGES);
    ofFiles("deleteIfExists", PATH, "Z", CHANGES);
    ofFiles("createTempFile", TEXT + TEXT + ATTRIBUTES, PATH, CHANGES);
    ofFiles("createTempFile", PATH + TEXT + TEXT + ATTRIBUTES, PATH, CHANGES);
    ofFiles("createTempDirectory", TEXT + ATTRIBUTES, PATH, CHANGES);
    ofFiles("createTempDirectory", PATH + TEXT + ATTRIBUTES, PATH, CHANGES);
  }

  private void lookups() {
    for (String name : new String[] {"exists", "isFile", "isDirectory", "canRead", "canWrite"}) {
      ofObject(FILE, name, "", "Z", LOOKUPS);
    }
    ofObject(FILE, "length", "", "J", LOOKUPS);
    ofObject(FILE, "lastModified", "", "J", LOOKUPS);
    for (String name : new String[] {"exists", "notExists", "isRegularFile", "isDirectory"}) {
      ofFiles(name, PATH + LINKS, "Z", LOOKUPS);
    }
    ofFiles("isReadable", PATH, "Z", LOOKUPS);
    ofFiles("isWritable", PATH, "Z", LOOKUPS);
    ofFiles("size", PATH, "J", LOOKUPS);
    String time = "Ljava/nio/file/attribute/FileTime;";
    ofFiles("getLastModifiedTime", PATH + LINKS, time, LOOKUPS);
  }

  private void listings() {
    String names = "[" + TEXT;
    String files = "[L" + FILE + ";";
    String filter = "Ljava/io/FilenameFilter;";
    ofObject(FILE, "list", "", names, LOOKUPS);
    ofObject(FILE, "list", filter, names, LOOKUPS);
    ofObject(FILE, "listFiles", "", files, LOOKUPS);
    ofObject(FILE, "listFiles", filter, files, LOOKUPS);
    ofObject(FILE, "listFiles", "Ljava/io/FileFilter;", files, LOOKUPS);
    String visit = "[Ljava/nio/file/FileVisitOption;";
    ofFiles("list", PATH, STREAM, LOOKUPS);
    ofFiles("walk", PATH + visit, STREAM, LOOKUPS);
    ofFiles("walk", PATH + "I" + visit, STREAM, LOOKUPS);
    String directory = "Ljava/nio/file/DirectoryStream;";
    ofFiles("newDirectoryStream", PATH, directory, LOOKUPS);
    ofFiles("newDirectoryStream", PATH + TEXT, directory, LOOKUPS);
    String filtered = PATH + "Ljava/nio/file/DirectoryStream$Filter;";
    ofFiles("newDirectoryStream", filtered, directory, LOOKUPS);
  }

  private void ofFiles(String name, String arguments, String result, String to) {
    ofStatic(FILES, name, "(" + arguments + ")" + result, to);
  }

  private void ofStatic(String owner, String name, String descriptor, String to) {
    all.put(new Target(owner, name, descriptor), new Target(VALUE + to, name, descriptor));
  }

  /** A method of an object, to a static one that gets it first. */
  private void ofObject(String owner, String name, String arguments, String result, String to) {
    all.put(
        new Target(owner, name, "(" + arguments + ")" + result),
        new Target(VALUE + to, name, "(L" + owner + ";" + arguments + ")" + result));
  }

  private void constructor(String owner, String arguments, String toName) {
    all.put(
        new Target(owner, "<init>", "(" + arguments + ")V"),
        new Target(VALUE + OPENS, toName, "(" + arguments + ")L" + owner + ";"));
  }
}
