/* The `lean` program of the shared library, ending together with the process that started it: when the pipe whose
   descriptor REAPROVER_LIFELINE_FD names reaches its end, the whole process group is killed. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int lean_main(int argc, char **argv);

static void *watch(void *descriptor) {
    char byte;
    ssize_t count;
    do count = read((int)(long)descriptor, &byte, 1);
    while (count > 0 || (count < 0 && errno == EINTR));
    if (getpgrp() == getpid()) kill(0, SIGKILL);
    _exit(137);
}

int main(int argc, char **argv) {
    const char *descriptor = getenv("REAPROVER_LIFELINE_FD");
    pthread_t thread;
    if (descriptor && pthread_create(&thread, NULL, watch, (void *)(long)atoi(descriptor)) == 0) pthread_detach(thread);
    return lean_main(argc, argv);
}
