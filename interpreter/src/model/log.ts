/** What the client needs of a log, by type: the server's fits. */
export type Log = { warn(fields: object, message: string): void; child(fields: object): unknown }
