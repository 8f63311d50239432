/** The log that the client needs, by type: the server's has it. */
export type Log = { warn(fields: object, message: string): void; child(fields: object): unknown }
