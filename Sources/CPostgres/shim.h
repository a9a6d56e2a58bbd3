// The headers of libpq without the library. dlopen(3) loads its functions, so that a program loads the library only
// when it opens a server, and starts even if the library is missing.
#ifndef ENDLESS_CPOSTGRES_H
#define ENDLESS_CPOSTGRES_H

#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The functions that are used.
typedef struct {
  PQconninfoOption *(*conninfoParse)(const char *, char **);
  PQconninfoOption *(*conninfo)(PGconn *);
  void (*conninfoFree)(PQconninfoOption *);
  PGconn *(*connectStartParams)(const char *const *, const char *const *, int);
  PostgresPollingStatusType (*connectPoll)(PGconn *);
  void (*reset)(PGconn *);
  void (*finish)(PGconn *);
  PGPing (*pingParams)(const char *const *, const char *const *, int);
  PQnoticeReceiver (*setNoticeReceiver)(PGconn *, PQnoticeReceiver, void *);
  PGVerbosity (*setErrorVerbosity)(PGconn *, PGVerbosity);
  ConnStatusType (*status)(const PGconn *);
  int (*connectionNeedsPassword)(const PGconn *);
  PGTransactionStatusType (*transactionStatus)(const PGconn *);
  const char *(*parameterStatus)(const PGconn *, const char *);
  int (*serverVersion)(const PGconn *);
  int (*backendPID)(const PGconn *);
  char *(*errorMessage)(const PGconn *);
  int (*socket)(const PGconn *);
  int (*setnonblocking)(PGconn *, int);
  int (*enterPipelineMode)(PGconn *);
  int (*pipelineSync)(PGconn *);
  int (*sendQueryParams)(
      PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *, int);
  int (*flush)(PGconn *);
  int (*consumeInput)(PGconn *);
  int (*isBusy)(PGconn *);
  PGresult *(*getResult)(PGconn *);
  PGnotify *(*notifies)(PGconn *);
  void (*freemem)(void *);
  PGcancel *(*getCancel)(PGconn *);
  int (*cancel)(PGcancel *, char *, int);
  void (*freeCancel)(PGcancel *);
  ExecStatusType (*resultStatus)(const PGresult *);
  char *(*resultErrorField)(const PGresult *, int);
  int (*ntuples)(const PGresult *);
  int (*nfields)(const PGresult *);
  char *(*fname)(const PGresult *, int);
  Oid (*ftable)(const PGresult *, int);
  int (*ftablecol)(const PGresult *, int);
  Oid (*ftype)(const PGresult *, int);
  int (*fmod)(const PGresult *, int);
  char *(*getvalue)(const PGresult *, int, int);
  int (*getlength)(const PGresult *, int, int);
  int (*getisnull)(const PGresult *, int, int);
  void (*clear)(PGresult *);
} endless_libpq;

// Looks up the functions in a library; returns false if a function is missing, as the functions for pipelines are
// before libpq 14.
static inline _Bool endless_libpq_find(endless_libpq *libpq, void *library) {
#define ENDLESS_FIND(name) \
  if (!(*(void **)&libpq->name = dlsym(library, "PQ" #name))) return 0
  ENDLESS_FIND(conninfoParse);
  ENDLESS_FIND(conninfo);
  ENDLESS_FIND(conninfoFree);
  ENDLESS_FIND(connectStartParams);
  ENDLESS_FIND(connectPoll);
  ENDLESS_FIND(reset);
  ENDLESS_FIND(finish);
  ENDLESS_FIND(pingParams);
  ENDLESS_FIND(setNoticeReceiver);
  ENDLESS_FIND(setErrorVerbosity);
  ENDLESS_FIND(status);
  ENDLESS_FIND(connectionNeedsPassword);
  ENDLESS_FIND(transactionStatus);
  ENDLESS_FIND(parameterStatus);
  ENDLESS_FIND(serverVersion);
  ENDLESS_FIND(backendPID);
  ENDLESS_FIND(errorMessage);
  ENDLESS_FIND(socket);
  ENDLESS_FIND(setnonblocking);
  ENDLESS_FIND(enterPipelineMode);
  ENDLESS_FIND(pipelineSync);
  ENDLESS_FIND(sendQueryParams);
  ENDLESS_FIND(flush);
  ENDLESS_FIND(consumeInput);
  ENDLESS_FIND(isBusy);
  ENDLESS_FIND(getResult);
  ENDLESS_FIND(notifies);
  ENDLESS_FIND(freemem);
  ENDLESS_FIND(getCancel);
  ENDLESS_FIND(cancel);
  ENDLESS_FIND(freeCancel);
  ENDLESS_FIND(resultStatus);
  ENDLESS_FIND(resultErrorField);
  ENDLESS_FIND(ntuples);
  ENDLESS_FIND(nfields);
  ENDLESS_FIND(fname);
  ENDLESS_FIND(ftable);
  ENDLESS_FIND(ftablecol);
  ENDLESS_FIND(ftype);
  ENDLESS_FIND(fmod);
  ENDLESS_FIND(getvalue);
  ENDLESS_FIND(getlength);
  ENDLESS_FIND(getisnull);
  ENDLESS_FIND(clear);
#undef ENDLESS_FIND
  return 1;
}

// Ignores notices of a server, which libpq would print over the screen.
static inline void endless_libpq_ignore_notice(void *unused, const PGresult *result) { (void)unused, (void)result; }

static inline void endless_libpq_silence(const endless_libpq *libpq, PGconn *connection) {
  libpq->setNoticeReceiver(connection, endless_libpq_ignore_notice, (void *)0);
}

#endif
