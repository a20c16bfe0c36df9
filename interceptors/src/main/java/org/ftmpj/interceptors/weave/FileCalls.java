package org.ftmpj.interceptors.weave;

import java.util.Map;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;

/**
 * The program's uses of files by method calls; those by constructors are in {@link Constructions}.
 */
final class FileCalls {
  private static final String FILE = "java/io/File";
  private static final String FILES = "java/nio/file/Files";
  private static final String BYTE_CHANNEL = "java/nio/channels/SeekableByteChannel";
  private static final String PROVIDER = "java/nio/file/spi/FileSystemProvider";
  private static final String RANDOM_ACCESS = "java/io/RandomAccessFile";
  private static final String FILE_CHANNEL = "java/nio/channels/FileChannel";

  /** Arguments, as descriptors write them. */
  private static final String PATH = "Ljava/nio/file/Path;";

  private static final String TEXT = "Ljava/lang/String;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String OPTIONS = "[Ljava/nio/file/OpenOption;";
  private static final String ATTRIBUTES = "[Ljava/nio/file/attribute/FileAttribute;";
  private static final String LINKS = "[Ljava/nio/file/LinkOption;";
  private static final String COPY = "[Ljava/nio/file/CopyOption;";
  private static final String CHARSET = "Ljava/nio/charset/Charset;";
  private static final String STREAM = "Ljava/util/stream/Stream;";

  private final Map<Call, Replacement> all;
  private final CallGroup paths;
  private final CallGroup reads;
  private final CallGroup changes;
  private final CallGroup lookups;

  /**
   * @param all where they are added
   */
  FileCalls(Map<Call, Replacement> all) {
    this.all = all;
    reads = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "ReadPaths");
    paths = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "OpenPaths");
    changes = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "FileChanges");
    lookups = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "FileLookups");
  }

  void add() {
    opens();
    reads();
    channels();
    changes();
    temporaryFiles();
    lookups();
    attributes();
    listings();
    stamps();
  }

  private void stamps() {
    CallGroup stamps = new CallGroup(all, Purpose.CLOCK, ValueCalls.VALUE + "Stamps");
    for (String archive : new String[] {"zip/Zip", "jar/Jar"}) {
      stamps.ofObject(
          "java/util/" + archive + "OutputStream", "putNextEntry", "(Ljava/util/zip/ZipEntry;)V");
    }
    for (String out : new String[] {"OutputStream", "Writer"}) {
      stamps.ofObject("java/util/Properties", "store", "(Ljava/io/" + out + ";" + TEXT + ")V");
    }
  }

  private void opens() {
    paths.ofClass(FILES, "newOutputStream", "(" + PATH + OPTIONS + ")Ljava/io/OutputStream;");
    paths.ofClass(FILES, "newBufferedWriter", "(" + PATH + OPTIONS + ")Ljava/io/BufferedWriter;");
    paths.ofClass(
        FILES, "newBufferedWriter", "(" + PATH + CHARSET + OPTIONS + ")Ljava/io/BufferedWriter;");
    paths.ofClass(FILES, "write", "(" + PATH + "[B" + OPTIONS + ")" + PATH);
    paths.ofClass(FILES, "write", "(" + PATH + "Ljava/lang/Iterable;" + OPTIONS + ")" + PATH);
    paths.ofClass(
        FILES, "write", "(" + PATH + "Ljava/lang/Iterable;" + CHARSET + OPTIONS + ")" + PATH);
    paths.ofClass(
        FILES, "writeString", "(" + PATH + "Ljava/lang/CharSequence;" + OPTIONS + ")" + PATH);
    paths.ofClass(
        FILES,
        "writeString",
        "(" + PATH + "Ljava/lang/CharSequence;" + CHARSET + OPTIONS + ")" + PATH);
    paths.ofClass(FILES, "copy", "(Ljava/io/InputStream;" + PATH + COPY + ")J");
  }

  private void reads() {
    String reader = ")Ljava/io/BufferedReader;";
    reads.ofClass(FILES, "newInputStream", "(" + PATH + OPTIONS + ")Ljava/io/InputStream;");
    reads.ofObject(PROVIDER, "newInputStream", "(" + PATH + OPTIONS + ")Ljava/io/InputStream;");
    reads.ofClass(FILES, "newBufferedReader", "(" + PATH + reader);
    reads.ofClass(FILES, "newBufferedReader", "(" + PATH + CHARSET + reader);
    reads.ofClass(FILES, "readAllBytes", "(" + PATH + ")[B");
    for (String set : new String[] {"", CHARSET}) {
      reads.ofClass(FILES, "readString", "(" + PATH + set + ")" + TEXT);
      reads.ofClass(FILES, "readAllLines", "(" + PATH + set + ")Ljava/util/List;");
      reads.ofClass(FILES, "lines", "(" + PATH + set + ")" + STREAM);
    }
    reads.ofClass(FILES, "copy", "(" + PATH + "Ljava/io/OutputStream;)J");
    reads.ofClass(FILES, "mismatch", "(" + PATH + PATH + ")J");
    CallGroup random =
        new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "RecordedRandomAccessFile");
    random.ofObject(RANDOM_ACCESS, "getChannel", "()L" + FILE_CHANNEL + ";");
    random.ofObject(RANDOM_ACCESS, "writeBytes", "(" + TEXT + ")V");
    random.ofObject(RANDOM_ACCESS, "writeChars", "(" + TEXT + ")V");
  }

  private void channels() {
    String channel = "L" + BYTE_CHANNEL + ";";
    String fileChannel = "L" + FILE_CHANNEL + ";";
    String set = PATH + "Ljava/util/Set;" + ATTRIBUTES;
    paths.ofClass(FILES, "newByteChannel", "(" + PATH + OPTIONS + ")" + channel);
    paths.ofClass(FILES, "newByteChannel", "(" + set + ")" + channel);
    paths.ofClass(FILE_CHANNEL, "open", "(" + PATH + OPTIONS + ")" + fileChannel);
    paths.ofClass(FILE_CHANNEL, "open", "(" + set + ")" + fileChannel);
    paths.ofObject(PROVIDER, "newOutputStream", "(" + PATH + OPTIONS + ")Ljava/io/OutputStream;");
    paths.ofObject(PROVIDER, "newByteChannel", "(" + set + ")" + channel);
    paths.ofObject(PROVIDER, "newFileChannel", "(" + set + ")" + fileChannel);
  }

  private void changes() {
    for (String name : new String[] {"createNewFile", "mkdir", "mkdirs", "delete"}) {
      changes.ofObject(FILE, name, "()Z");
    }
    changes.ofObject(FILE, "renameTo", "(L" + FILE + ";)Z");
    for (String name : new String[] {"createFile", "createDirectory", "createDirectories"}) {
      changes.ofClass(FILES, name, "(" + PATH + ATTRIBUTES + ")" + PATH);
    }
    changes.ofClass(FILES, "createSymbolicLink", "(" + PATH + PATH + ATTRIBUTES + ")" + PATH);
    changes.ofClass(FILES, "createLink", "(" + PATH + PATH + ")" + PATH);
    changes.ofClass(FILES, "copy", "(" + PATH + PATH + COPY + ")" + PATH);
    changes.ofClass(FILES, "move", "(" + PATH + PATH + COPY + ")" + PATH);
    changes.ofClass(FILES, "delete", "(" + PATH + ")V");
    changes.ofClass(FILES, "deleteIfExists", "(" + PATH + ")Z");
  }

  private void temporaryFiles() {
    CallGroup temporary = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "TemporaryFiles");
    String made = ")L" + FILE + ";";
    temporary.ofClass(FILE, "createTempFile", "(" + TEXT + TEXT + made);
    temporary.ofClass(FILE, "createTempFile", "(" + TEXT + TEXT + "L" + FILE + ";" + made);
    temporary.ofClass(FILES, "createTempFile", "(" + TEXT + TEXT + ATTRIBUTES + ")" + PATH);
    temporary.ofClass(FILES, "createTempFile", "(" + PATH + TEXT + TEXT + ATTRIBUTES + ")" + PATH);
    temporary.ofClass(FILES, "createTempDirectory", "(" + TEXT + ATTRIBUTES + ")" + PATH);
    temporary.ofClass(FILES, "createTempDirectory", "(" + PATH + TEXT + ATTRIBUTES + ")" + PATH);
  }

  private void lookups() {
    String[] names = {
      "exists", "isFile", "isDirectory", "isHidden", "canRead", "canWrite", "canExecute"
    };
    for (String name : names) {
      lookups.ofObject(FILE, name, "()Z");
    }
    lookups.ofObject(FILE, "length", "()J");
    lookups.ofObject(FILE, "lastModified", "()J");
    for (String name : new String[] {"exists", "notExists", "isRegularFile", "isDirectory"}) {
      lookups.ofClass(FILES, name, "(" + PATH + LINKS + ")Z");
    }
    for (String name :
        new String[] {"isReadable", "isWritable", "isExecutable", "isSymbolicLink"}) {
      lookups.ofClass(FILES, name, "(" + PATH + ")Z");
    }
    lookups.ofClass(FILES, "readSymbolicLink", "(" + PATH + ")" + PATH);
    lookups.ofObject("java/nio/file/Path", "toRealPath", "(" + LINKS + ")" + PATH);
    lookups.ofObject("java/nio/file/Path", "toUri", "()Ljava/net/URI;");
    lookups.ofObject(FILE, "toURI", "()Ljava/net/URI;");
    lookups.ofObject(FILE, "getCanonicalPath", "()" + TEXT);
    lookups.ofObject(FILE, "getCanonicalFile", "()L" + FILE + ";");
    lookups.ofClass(FILES, "isSameFile", "(" + PATH + PATH + ")Z");
    lookups.ofClass(FILES, "size", "(" + PATH + ")J");
    String time = "Ljava/nio/file/attribute/FileTime;";
    lookups.ofClass(FILES, "getLastModifiedTime", "(" + PATH + LINKS + ")" + time);
  }

  private void attributes() {
    CallGroup attributes = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "FileAttributes");
    String type = "Ljava/lang/Class;";
    attributes.ofClass(
        FILES,
        "readAttributes",
        "(" + PATH + type + LINKS + ")Ljava/nio/file/attribute/BasicFileAttributes;");
    attributes.ofClass(FILES, "readAttributes", "(" + PATH + TEXT + LINKS + ")Ljava/util/Map;");
    attributes.ofClass(FILES, "getAttribute", "(" + PATH + TEXT + LINKS + ")" + OBJECT);
    attributes.ofClass(
        FILES,
        "getFileAttributeView",
        "(" + PATH + type + LINKS + ")Ljava/nio/file/attribute/FileAttributeView;");
    attributes.ofClass(FILES, "getPosixFilePermissions", "(" + PATH + LINKS + ")Ljava/util/Set;");
    attributes.ofClass(
        FILES, "getOwner", "(" + PATH + LINKS + ")Ljava/nio/file/attribute/UserPrincipal;");
    attributes.ofClass(
        FILES,
        "find",
        "(" + PATH + "ILjava/util/function/BiPredicate;[Ljava/nio/file/FileVisitOption;)" + STREAM);
    CallGroup trees = new CallGroup(all, Purpose.FILES, ValueCalls.VALUE + "FileTrees");
    String visitor = "Ljava/nio/file/FileVisitor;)" + PATH;
    trees.ofClass(FILES, "walkFileTree", "(" + PATH + visitor);
    trees.ofClass(FILES, "walkFileTree", "(" + PATH + "Ljava/util/Set;I" + visitor);
    String time = "Ljava/nio/file/attribute/FileTime;)" + PATH;
    changes.ofClass(FILES, "setLastModifiedTime", "(" + PATH + time);
    changes.ofClass(FILES, "setAttribute", "(" + PATH + TEXT + OBJECT + LINKS + ")" + PATH);
    changes.ofClass(FILES, "setPosixFilePermissions", "(" + PATH + "Ljava/util/Set;)" + PATH);
    changes.ofClass(
        FILES, "setOwner", "(" + PATH + "Ljava/nio/file/attribute/UserPrincipal;)" + PATH);
    changes.ofObject(FILE, "setLastModified", "(J)Z");
    changes.ofObject(FILE, "setReadOnly", "()Z");
    for (String name : new String[] {"setWritable", "setReadable", "setExecutable"}) {
      changes.ofObject(FILE, name, "(Z)Z");
      changes.ofObject(FILE, name, "(ZZ)Z");
    }
  }

  private void listings() {
    String names = "[" + TEXT;
    String files = "[L" + FILE + ";";
    String filter = "Ljava/io/FilenameFilter;";
    lookups.ofObject(FILE, "list", "()" + names);
    lookups.ofObject(FILE, "list", "(" + filter + ")" + names);
    lookups.ofObject(FILE, "listFiles", "()" + files);
    lookups.ofObject(FILE, "listFiles", "(" + filter + ")" + files);
    lookups.ofObject(FILE, "listFiles", "(Ljava/io/FileFilter;)" + files);
    String visit = "[Ljava/nio/file/FileVisitOption;";
    lookups.ofClass(FILES, "list", "(" + PATH + ")" + STREAM);
    lookups.ofClass(FILES, "walk", "(" + PATH + visit + ")" + STREAM);
    lookups.ofClass(FILES, "walk", "(" + PATH + "I" + visit + ")" + STREAM);
    String directory = "Ljava/nio/file/DirectoryStream;";
    lookups.ofClass(FILES, "newDirectoryStream", "(" + PATH + ")" + directory);
    lookups.ofClass(FILES, "newDirectoryStream", "(" + PATH + TEXT + ")" + directory);
    String filtered = PATH + "Ljava/nio/file/DirectoryStream$Filter;";
    lookups.ofClass(FILES, "newDirectoryStream", "(" + filtered + ")" + directory);
  }
}
