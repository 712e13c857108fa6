/*
 * A stand-in for YARN's container-executor, with its command line: runs containers under their users' own accounts.
 *
 *   container-executor --checksetup
 *   container-executor USER USER 0 APP CONTAINER TOKENS LOCAL-DIRS LOG-DIRS COMMAND...                    localize
 *   container-executor USER USER 1 APP CONTAINER WORK-DIR SCRIPT TOKENS --http|--https KEYS TRUST \
 *                                  PID-FILE LOCAL-DIRS LOG-DIRS RESOURCES                                 launch
 *   container-executor USER USER 2 PID SIGNAL                                                             signal
 *   container-executor USER USER 3 PATH [FOLDER...]                                                       delete
 *   container-executor USER USER 5 FOLDER                                                                 list
 *
 * It is setuid root, and only the NodeManager's group may run it: the group of this program's file. A user's folders belong to the user
 * and to that group, so that the NodeManager may read what tasks leave there, and other users may not. There are no cgroups here.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libgen.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the NodeManager knows of exit codes. */
enum { INVALID_ARGUMENT_NUMBER = 1, INVALID_USER_NAME = 2, CANNOT_RUN = 7, CANNOT_SIGNAL = 8, INVALID_CONTAINER_PID = 9, INVALID_PERMISSIONS = 22 };

enum { FIRST_ORDINARY_USER = 1000, MAX_FOLDERS = 64 };

static uid_t manager;
static gid_t managers_group;
static struct passwd *user;

static void fail(int code, const char *what) {
  fprintf(stderr, "container-executor: %s: %s\n", what, strerror(errno));
  _exit(code);
}

/* Acts as somebody until told otherwise. */
static void act_as(uid_t uid, gid_t gid) {
  if (seteuid(0) != 0 || setegid(gid) != 0 || seteuid(uid) != 0) {
    fail(CANNOT_RUN, "cannot switch users");
  }
}

/* Becomes the user for good. */
static void become_user(void) {
  act_as(0, 0);
  if (initgroups(user->pw_name, user->pw_gid) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0 || setuid(0) == 0) {
    fail(CANNOT_RUN, "cannot become the user");
  }
}

static char *text(const char *format, ...) {
  char *result = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&result, format, arguments) < 0) {
    abort();
  }
  va_end(arguments);
  return result;
}

/* Takes a list apart; the NodeManager puts % between its folders. */
static int folders(const char *list, char **found) {
  int count = 0;
  char *rest = strdup(list);
  for (char *one = strtok(rest, "%"); one != NULL && count < MAX_FOLDERS; one = strtok(NULL, "%")) {
    found[count++] = one;
  }
  return count;
}

/* A folder of the user's in one of the NodeManager's, which the NodeManager's group may read, as all that is made in it. */
static void folder_of_user(const char *path) {
  act_as(0, managers_group);
  if ((mkdir(path, 0700) != 0 && errno != EEXIST) || lchown(path, user->pw_uid, managers_group) != 0 || chmod(path, 02750) != 0) {
    fail(CANNOT_RUN, path);
  }
}

/* A folder and those on the way to it, as whom this acts. */
static void folder(const char *path, mode_t mode) {
  char *part = strdup(path);
  for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(part, mode) != 0 && errno != EEXIST && access(part, X_OK) != 0) {
      fail(CANNOT_RUN, part);
    }
    *slash = '/';
  }
  if (mkdir(path, mode) != 0 && errno != EEXIST) {
    fail(CANNOT_RUN, path);
  }
  free(part);
}

static void folders_of_user(const char *app, const char *local, const char *log) {
  char *found[MAX_FOLDERS];
  for (int i = folders(local, found); i-- > 0;) {
    folder_of_user(text("%s/usercache/%s", found[i], user->pw_name));
  }
  for (int i = folders(log, found); i-- > 0;) {
    folder_of_user(text("%s/%s", found[i], app));
  }
}

static void container_log_folders(const char *app, const char *container, const char *log) {
  char *found[MAX_FOLDERS];
  for (int i = folders(log, found); i-- > 0;) {
    folder(text("%s/%s/%s", found[i], app, container), 0750);
  }
}

/* The application's folder on the first disk; there is one on each. */
static const char *app_folders(const char *app, const char *local) {
  char *found[MAX_FOLDERS];
  const char *first = NULL;
  for (int i = folders(local, found); i-- > 0;) {
    first = text("%s/usercache/%s/appcache/%s", found[i], user->pw_name, app);
    folder(first, 0750);
  }
  return first;
}

static int open_as_manager(const char *path) {
  act_as(manager, managers_group);
  const int file = open(path, O_RDONLY | O_NOFOLLOW);
  if (file < 0) {
    fail(CANNOT_RUN, path);
  }
  return file;
}

static void copy(int from, const char *to, mode_t mode) {
  char buffer[65536];
  const int file = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  if (file < 0) {
    fail(CANNOT_RUN, to);
  }
  for (ssize_t length; (length = read(from, buffer, sizeof buffer)) != 0;) {
    if (length < 0 || write(file, buffer, (size_t)length) != length) {
      fail(CANNOT_RUN, to);
    }
  }
  if (close(file) != 0) {
    fail(CANNOT_RUN, to);
  }
  close(from);
}

/* A file with a number, whole from the moment that the NodeManager sees it. */
static void write_as_manager(const char *path, int number) {
  act_as(manager, managers_group);
  const char *fresh = text("%s.tmp", path);
  FILE *file = fopen(fresh, "w");
  if (file == NULL || fprintf(file, "%d", number) < 0 || fclose(file) != 0 || rename(fresh, path) != 0) {
    fail(CANNOT_RUN, path);
  }
}

static int localize(char **words) {
  const char *app = words[0], *container = words[1], *tokens = words[2], *local = words[3], *log = words[4];
  folders_of_user(app, local, log);
  const int credentials = open_as_manager(tokens);
  become_user();
  container_log_folders(app, container, log);
  const char *home = app_folders(app, local);
  const char *own = text("%s/%s", home, basename(strdup(tokens)));
  unlink(own);
  copy(credentials, own, 0600);
  if (chdir(home) != 0) {
    fail(CANNOT_RUN, home);
  }
  execvp(words[5], words + 5);
  fail(CANNOT_RUN, words[5]);
  return CANNOT_RUN;
}

static void silence(void) {
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0) {
    _exit(CANNOT_RUN);
  }
}

static int launch(int count, char **words) {
  const char *app = words[0], *container = words[1], *work = words[2];
  const int script = open_as_manager(words[3]), tokens = open_as_manager(words[4]);
  const int https = strcmp(words[5], "--https") == 0;
  if (https && count < 12) {
    return INVALID_ARGUMENT_NUMBER;
  }
  const int keys = https ? open_as_manager(words[6]) : -1, trust = https ? open_as_manager(words[7]) : -1;
  char **rest = words + (https ? 8 : 6);
  const char *pid_file = rest[0], *local = rest[1], *log = rest[2];
  const pid_t child = fork();
  if (child < 0) {
    fail(CANNOT_RUN, "fork");
  }
  if (child > 0) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    write_as_manager(text("%s.exitcode", pid_file), code);
    return code;
  }
  setsid();
  write_as_manager(pid_file, getpid());
  folders_of_user(app, local, log);
  become_user();
  app_folders(app, local);
  container_log_folders(app, container, log);
  folder(work, 0710);
  folder(text("%s/tmp", work), 0710);
  copy(script, text("%s/launch_container.sh", work), 0700);
  copy(tokens, text("%s/container_tokens", work), 0600);
  if (https) {
    copy(keys, text("%s/yarn_provided.keystore", work), 0600);
    copy(trust, text("%s/yarn_provided.truststore", work), 0600);
  }
  if (chdir(work) != 0) {
    fail(CANNOT_RUN, work);
  }
  silence();
  const char *start = text("%s/launch_container.sh", work);
  execl(start, start, (char *)NULL);
  _exit(CANNOT_RUN);
}

static int send_signal(const char *pid, const char *number) {
  const pid_t group = (pid_t)atoi(pid);
  become_user();
  if (group > 1 && kill(-group, atoi(number)) == 0) {
    return 0;
  }
  return group <= 1 || errno == ESRCH ? INVALID_CONTAINER_PID : CANNOT_SIGNAL;
}

/* What is left of a path goes as the user; the folder itself may be in one of the NodeManager's. */
static int delete_one(const char *path) {
  const pid_t child = fork();
  if (child == 0) {
    become_user();
    silence();
    execl("/bin/rm", "rm", "-rf", "--", path, (char *)NULL);
    _exit(CANNOT_RUN);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  act_as(manager, managers_group);
  return status == 0 || rmdir(path) == 0 || errno == ENOENT ? 0 : CANNOT_RUN;
}

static int delete_all(int count, char **words) {
  int result = 0;
  if (count == 1) {
    return delete_one(words[0]);
  }
  for (int i = 1; i < count; i++) {
    const char *path = words[0][0] == '\0' ? words[i] : text("%s/%s", words[i], words[0]);
    const int one = delete_one(path);
    result = one == 0 ? result : one;
  }
  return result;
}

static int list(const char *path) {
  become_user();
  DIR *entries = opendir(path);
  if (entries == NULL) {
    fail(CANNOT_RUN, path);
  }
  for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      puts(entry->d_name);
    }
  }
  fflush(stdout);
  return 0;
}

/* Whether this may switch users, and who runs it. */
static void check_setup(void) {
  struct stat self;
  manager = getuid();
  if (geteuid() != 0 || stat("/proc/self/exe", &self) != 0 || (self.st_mode & 07777) != 04750 || self.st_uid != 0) {
    fputs("container-executor: this program must be root's, with mode 4750, on a file system without nosuid\n", stderr);
    _exit(INVALID_PERMISSIONS);
  }
  managers_group = self.st_gid;
  umask(0027);
}

static int run(int count, char **words) {
  const int command = atoi(words[2]);
  char **rest = words + 3;
  const int left = count - 3;
  switch (command) {
    case 0: return left < 6 ? INVALID_ARGUMENT_NUMBER : localize(rest);
    case 1: return left < 10 ? INVALID_ARGUMENT_NUMBER : launch(left, rest);
    case 2: return left != 2 ? INVALID_ARGUMENT_NUMBER : send_signal(rest[0], rest[1]);
    case 3: return left < 1 ? INVALID_ARGUMENT_NUMBER : delete_all(left, rest);
    case 5: return left != 1 ? INVALID_ARGUMENT_NUMBER : list(rest[0]);
    default: return INVALID_ARGUMENT_NUMBER;
  }
}

int main(int count, char **words) {
  check_setup();
  if (count == 2 && strcmp(words[1], "--checksetup") == 0) {
    return 0;
  }
  if (count < 5) {
    return INVALID_ARGUMENT_NUMBER;
  }
  user = getpwnam(words[1]);
  if (user == NULL || user->pw_uid < FIRST_ORDINARY_USER || user->pw_uid == manager || strcmp(words[1], words[2]) != 0) {
    fprintf(stderr, "container-executor: no containers for %s\n", words[1]);
    return INVALID_USER_NAME;
  }
  return run(count - 1, words + 1);
}
