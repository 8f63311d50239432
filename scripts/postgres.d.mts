/** Starts a PostgreSQL of its own; it ends with this process. */
export function startPostgres(): Promise<{ url: string; stop(): Promise<void> }>
