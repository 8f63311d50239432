/** Ends work at one of its statements, like a kill of its process: all that is not committed by then is lost. */
import pg from 'pg'

type Callback = (error: Error) => void
type Ask = (...args: unknown[]) => unknown
export class Killed extends Error {}

let current: { left: number; isAfter: boolean; isDead: boolean } | null = null

const proto = pg.Client.prototype as unknown as { query: Ask }
const { query } = proto
proto.query = function killable(this: unknown, ...args) {
  const [sql] = args
  const text = typeof sql === 'string' ? sql : ((sql as { text?: string } | null)?.text ?? '')
  if (!current || /^\s*rollback/i.test(text)) return query.apply(this, args)
  const isLast = --current.left === 0
  if (!isLast && !current.isDead) return query.apply(this, args)
  current.isDead = true
  const callback = args.at(-1)
  const error = new Killed(text)
  if (typeof callback !== 'function') {
    // Its answer never comes back.
    const done = isLast && current.isAfter ? Promise.resolve(query.apply(this, args)) : Promise.resolve()
    return done.then(() => Promise.reject(error))
  }
  if (isLast && current.isAfter)
    return query.apply(this, [...args.slice(0, -1), () => (callback as Callback)(error)])
  ;(callback as Callback)(error)
  return undefined
}

/** Ends the work at the n-th statement, before it or with its answer lost. Returns whether it came that far. */
export async function killedAt(
  n: number,
  when: 'before' | 'after',
  work: () => Promise<unknown>,
): Promise<boolean> {
  const mine = { left: n, isAfter: when === 'after', isDead: false }
  current = mine
  try {
    await work()
  } catch (error) {
    if (!mine.isDead) throw error
  } finally {
    current = null
  }
  return mine.isDead
}
