/**
 * One scan of a collection wallet: what its history on the chain has that was not read yet. A transaction that pays the
 * wallet names it, so one listing finds the payments of all its links. The cursor stays behind what is finalized by more
 * than an endpoint's index may lag, so an entry that one endpoint leaves out is found at another.
 */
import type { Signature } from '@solana/kit'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import { readEntries, retryAside } from './read-entries.ts'
import type { ScanParts, ScanState } from './scan-state.ts'
import { createSource } from './source.ts'
import type { WatchedRow } from './watched.store.ts'

export type Position = Pick<WatchedRow, 'cursor' | 'backlogBefore' | 'backlogCursor' | 'backlogBeganAt'>
export type Scan = {
  position: Position
  /** Something was written. */
  found: boolean
  /** All that was there when the scan began has been read; null: not yet. */
  completeSince: Date | null
  /** The reason why it is not complete: more is left to be read, or only what cannot be read yet. */
  rest: 'more' | 'unreadable' | null
}

const PAGE = 1_000
/** How far the cursor stays behind what is finalized: two minutes at 200 ms a slot, half a minute at 50. */
const OVERLAP_SLOTS = 600n
/** An endpoint that was asked within this time has forgotten nothing since. */
const GAP_MS = 300_000

const CAUGHT_UP = { backlogBefore: null, backlogCursor: null, backlogBeganAt: null }

/** Returns the scan of a wallet, which throws chain_away. */
export function createScan(parts: ScanParts): (wallet: WatchedRow) => Promise<Scan> {
  const fromAny = createSource(parts.chain)
  const state: ScanState = { ...parts, fromAny, done: new Map(), completed: new Map(), attempts: new Map() }
  return (wallet) => scanWallet(state, wallet)
}

async function scanWallet(state: ScanState, wallet: WatchedRow): Promise<Scan> {
  const { clock, done, attempts } = state
  const { address, cursor, backlogBefore, backlogCursor, backlogBeganAt } = wallet
  const began = new Date(clock.now())
  const listing = await listHistory(state, wallet)
  // From the newest to the cursor once more: nobody knows any more where the search was.
  if (backlogBefore !== null && !listing.known.includes(backlogBefore as Signature))
    return { position: { cursor, ...CAUGHT_UP }, found: false, completeSince: null, rest: 'more' }
  const { finalizedSlot, entries, older } = listing.answer
  const past = done.get(address) ?? new Set<string>()
  const all = older ? [...entries, ...older] : entries
  const retried = await retryAside(state, address)
  const { found: read, rest } = await readEntries(state, address, { entries: all, past, finalizedSlot })
  const found = retried || read
  const listed = new Set<string>(all.map(({ signature }) => signature))
  done.set(address, new Set([...past].filter((signature) => listed.has(signature))))
  const open = [...(attempts.get(address) ?? [])].filter(([one]) => listed.has(one) && !past.has(one))
  attempts.set(address, new Map(open))
  const position: Position = { cursor, backlogBefore, backlogCursor, backlogBeganAt }
  if (rest !== null) return { position, found, completeSince: null, rest }
  if (older) return { found, ...advanceBacklog(position, older) }
  return { found, ...advanceCursor(state, { wallet, position, began }, listing.answer) }
}

type History = { finalizedSlot: bigint; entries: ListedSignature[]; older: ListedSignature[] | null }

/** Lists from an endpoint that reaches back far enough. `older`: a page of the backlog; null: there is none. */
function listHistory({ clock, completed, fromAny }: ScanState, wallet: WatchedRow) {
  const { address, cursor, backlogBefore } = wallet
  const isBehind = backlogBefore !== null
  const until = isBehind ? wallet.backlogCursor : cursor
  // An endpoint that does not know these has forgotten what came after them, too.
  const bounds = [
    backlogBefore,
    ...(clock.monotonic() - (completed.get(address) ?? -Infinity) > GAP_MS ? [cursor] : []),
  ].filter((one) => one !== null) as Signature[]
  return fromAny(bounds, async (node): Promise<History> => {
    const { slot } = await node.blockHeight('final')
    const list = (options: { until: string | null; before?: string | null }) =>
      node.listSignatures(address, {
        minContextSlot: slot,
        limit: PAGE,
        ...(options.until === null ? {} : { until: options.until as Signature }),
        ...(options.before == null ? {} : { before: options.before as Signature }),
      })
    return {
      finalizedSlot: slot,
      entries: await list({ until }),
      older: isBehind ? await list({ until: cursor, before: backlogBefore }) : null,
    }
  })
}

type Progress = Omit<Scan, 'found'>

function advanceBacklog(position: Position, older: ListedSignature[]): Progress {
  const last = older.at(-1)
  if (older.length === PAGE && last)
    return {
      position: { ...position, backlogBefore: last.signature },
      completeSince: null,
      rest: 'more',
    }
  const { backlogCursor: cursor, backlogBeganAt: completeSince } = position
  return { position: { cursor, ...CAUGHT_UP }, completeSince, rest: null }
}

function advanceCursor(
  { clock, completed }: ScanState,
  { wallet, position, began }: { wallet: WatchedRow; position: Position; began: Date },
  { entries, finalizedSlot }: History,
): Progress {
  // The newest entry that may be the next cursor.
  const next = entries.find(({ slot }) => slot + OVERLAP_SLOTS <= finalizedSlot)?.signature ?? null
  const last = entries.at(-1)
  if (entries.length < PAGE || !last) {
    completed.set(wallet.address, clock.monotonic())
    return { position: { ...position, cursor: next ?? wallet.cursor }, completeSince: began, rest: null }
  }
  // More than a page: the rest is read page by page, from the newest to the cursor.
  const newest = entries.find(({ slot }) => slot <= finalizedSlot)?.signature ?? last.signature
  const backlog = { backlogBefore: last.signature, backlogCursor: next ?? newest, backlogBeganAt: began }
  return { position: { ...position, ...backlog }, completeSince: null, rest: 'more' }
}
