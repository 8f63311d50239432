/** What of a step is worth telling its user who is not looking, told by what it changed and the keywords of its lines. */
import type { NotificationKind } from '@purser/contract/notifications.ts'
import type { Db } from '../../db/client.ts'
import type { Save } from './strategies.store.ts'

export type News = {
  userId: number
  agentId: number
  strategyId: string
  kind: NotificationKind
  /** Of 'ended': how. */
  status: 'completed' | 'stopped' | 'failed' | null
  text: string
}

export type Reporter = {
  /** Writes in the transaction that keeps the step. What it answers is called once that is committed. */
  report(tx: Db, news: News[]): Promise<() => void>
}

const TEXT_MAX = 500
const LIMIT = 'Limit met: '
const CORRECTED = 'Corrected: '

type Step = Pick<Save, 'row' | 'state' | 'lines'>

/** At most one of each kind for a step but fills. A failure that is tried again is told the first time only. */
export function newsOf({ row, state, lines }: Step): News[] {
  const told = (kind: NotificationKind, text: string, how: News['status'] = null): News => ({
    userId: row.userId,
    agentId: row.agentId,
    strategyId: row.id,
    kind,
    status: how,
    text: text.slice(0, TEXT_MAX),
  })
  // What is corrected after the end does not end it once more.
  const isOver = state.done !== null && !row.state.done
  const news = lines.filter((line) => /^(Bought|Sold) /.test(line)).map((line) => told('filled', line))
  const isLeaving = state.exit !== null && !row.state.exit && state.exit.name !== 'stop'
  news.push(...lines.filter((line) => line.startsWith(CORRECTED)).map((line) => told('error', line)))
  const limit =
    lines.find((line) => line.startsWith(LIMIT)) ?? (isLeaving ? LIMIT + state.exit?.reason : undefined)
  if (limit !== undefined) news.push(told('limit', limit))
  const error = lines.find((line) => line.startsWith('Error: '))
  if (error !== undefined && !isOver && state.retries <= 1) news.push(told('error', error))
  if (isOver) news.push(told('ended', lines.at(-1) ?? state.done?.reason ?? '', state.done?.status ?? null))
  return news
}
