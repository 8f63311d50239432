/**
 * The end of an embedded database. After a PANIC, such as for a full disk, PostgreSQL exits so that a new start
 * recovers from its files; within this process nothing ends it, and its later answers may never have been written. So
 * every statement is refused at once, and the operator ends the process.
 */

export type Crash = ReturnType<typeof createCrash>

export function createCrash() {
  const { promise: happened, resolve } = Promise.withResolvers<string>()
  let reason: string | null = null
  return {
    /** Resolves with the database's own words, once it has crashed. */
    happened,
    hasHappened: (): boolean => reason !== null,
    report(words: string): void {
      reason ??= words
      resolve(reason)
    },
  }
}

/** Messages of the protocol, https://www.postgresql.org/docs/current/protocol-message-formats.html */
const [ERROR_RESPONSE, READY, SYNC, QUERY] = [0x45, 0x5a, 0x53, 0x51]
const IDLE = 'I'.charCodeAt(0)

function* typesIn(messages: Buffer): Generator<number | undefined> {
  for (let at = 0; at + 5 <= messages.length; at += 1 + messages.readUInt32BE(at + 1)) yield messages[at]
}

/** Fields of an error: no text that a database holds has a zero in it. */
const SEVERITIES = ['\0VPANIC\0', '\0VFATAL\0']
/** An error is the last message of an answer, or the last before the message that the session is ready. */
const TAIL_BYTES = 2_048

/** The text of a PANIC or a FATAL error in the answer to a statement; null: there is none. */
export function crashIn(parts: readonly Buffer[]): string | null {
  const [last] = parts
  const all = parts.length > 1 ? Buffer.concat(parts.slice(-2)) : last
  const tail = all?.subarray(-TAIL_BYTES)
  if (!tail || !SEVERITIES.some((severity) => tail.includes(severity))) return null
  return /\0M([^\0]*)\0/.exec(tail.toString())?.[1] ?? ''
}

/** crash_shutdown, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODE = '57P02'

/** The answer of a crashed database: the same error to each statement, or to the start of a session. */
export function encodeRefusal(request: Buffer, isStart: boolean): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${CODE}\0Mthe embedded database has crashed\0\0`)
  const head = Buffer.alloc(5)
  head[0] = ERROR_RESPONSE
  head.writeUInt32BE(body.length + 4, 1)
  const error = Buffer.concat([head, body])
  if (isStart) return error
  const ready = Buffer.from([READY, 0, 0, 0, 5, IDLE])
  const statements = [...typesIn(request)].filter((type) => type === SYNC || type === QUERY)
  return Buffer.concat(statements.flatMap(() => [error, ready]))
}
