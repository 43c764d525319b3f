const said =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|connect E[A-Z]+)/

/**
 * Whether an error of `pg` means that a connection ended, that none became free in time, or that the server or its socket does not exist.
 * Such errors have no PostgreSQL code.
 */
export const isLostConnection = (error: unknown): boolean => said.test(String((error as { message?: unknown } | undefined)?.message ?? ''))
