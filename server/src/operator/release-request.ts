/** The arguments of `npm run release`, the request they make, and the answer as text. */
import * as z from 'zod/mini'
import { HOLD_TEXTS } from '@purser/contract/system.ts'
import { ConfigError } from '../config/config.ts'
import type { ReleaseAnswer, ReleaseRequest } from '../domains/transfers/index.ts'

const Request = z.object({
  accept: z.optional(z.enum(['new', 'older'])),
  operations: z.optional(z.union([z.literal('all'), z.array(z.string())])),
})

export const USAGE = `npm run release                    lists what is on hold
npm run release -- --new           accepts an empty database as the new one
npm run release -- --older         continues with a database that lacks operations, or with a different one
npm run release -- OPERATION …     releases these operations' transactions: their wallets sign again
npm run release -- --all           releases all of them`

/** Throws ConfigError for unknown arguments. */
export function parseRelease(args: string[]): ReleaseRequest {
  const flags = args.filter((arg) => arg.startsWith('-'))
  const unknown = flags.find((flag) => !['--new', '--older', '--all'].includes(flag))
  if (unknown !== undefined || (flags.includes('--new') && flags.includes('--older')))
    throw new ConfigError(USAGE)
  const operations = args.filter((arg) => !arg.startsWith('-'))
  return {
    ...(flags.includes('--new') ? { accept: 'new' as const } : {}),
    ...(flags.includes('--older') ? { accept: 'older' as const } : {}),
    ...(flags.includes('--all')
      ? { operations: 'all' as const }
      : operations.length > 0
        ? { operations }
        : {}),
  }
}

/** Parses a request from the control socket. */
export function readRelease(input: unknown): ReleaseRequest {
  const { accept, operations } = z.parse(Request, input)
  return { ...(accept ? { accept } : {}), ...(operations ? { operations } : {}) }
}

/** Whether an operation of the request is unknown. */
export const isRefused = ({ unknown }: ReleaseAnswer): boolean => unknown.length > 0

export function releaseText({ hold, accepted, released, unknown, left }: ReleaseAnswer): string {
  const lines: string[] = []
  for (const id of unknown)
    lines.push(`No transaction of operation '${id}' is held, so nothing was released.`)
  if (unknown.length > 0)
    lines.push(
      left.length > 0
        ? `Operations on hold: ${[...new Set(left.map((one) => one.operationId))].join(', ')}`
        : 'There is no operation to release: no transaction is held.',
    )
  if (!accepted)
    lines.push('The database is not empty, so it was not accepted as a new one. Nothing was changed.')
  if (released.length > 0) lines.push(`Released: ${released.join(', ')}`)
  if (hold !== null) {
    lines.push(HOLD_TEXTS[hold])
    lines.push('If this database is new and empty:       npm run release -- --new')
    lines.push('If it is the right database anyway:      npm run release -- --older')
  }
  if (left.length > 0) {
    lines.push(
      'These transactions are not in the database. Their wallets sign nothing until they are booked or released:',
    )
    for (const { operationId, signature, wallets, from } of left)
      lines.push(
        `  operation ${operationId}, known from the ${from}`,
        `    signature ${signature}`,
        `    wallets ${wallets.join(', ') || 'unknown'}`,
      )
    lines.push('Release one once you know its outcome:  npm run release -- OPERATION')
  }
  if (lines.length === 0) lines.push('Nothing is on hold.')
  return lines.join('\n')
}
