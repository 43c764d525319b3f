const said =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|connect E[A-Z]+)/

/**
 * Whether an error of `pg` says that a connection ended, now or before its query, that none became free in time, or that the server or its socket
 * is not there. Such errors have no PostgreSQL code.
 */
export const isLostConnection = (error: unknown): boolean => said.test(String((error as { message?: unknown } | undefined)?.message ?? ''))
