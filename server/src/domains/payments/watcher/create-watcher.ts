/** Composes the watcher, and runs it. */
import pLimit from 'p-limit'
import type { Address } from '@solana/kit'
import { describe } from '../../../kernel/log.ts'
import { createByReference } from './by-reference.ts'
import { createJudge } from './judge.ts'
import { createScan } from './scan.ts'
import { settleReceipts } from './settle.ts'
import { createSubscriptions } from './subscriptions.ts'
import { bringForward, claimDue } from './watched.store.ts'
import { type WatchState, watchWallet } from './watch-wallet.ts'
import type { Watcher, WatcherParts } from './watcher.ts'

const WALLETS_AT_ONCE = 4
const CLAIMS = 16
/** The wait between two checks for due wallets, as a part of the shorter period. */
const TICKS = 4
/** Scans after a notification until what was notified is found: the endpoint that is asked may lag. */
const NOTIFIED_SCANS = 3

/** `woken`: what is due is looked at without a wait. */
type Run = { ending: AbortController; waiting: AbortController | null; woken: boolean }

export function createWatcher(parts: WatcherParts): Watcher {
  const { db, clock, log, pace, notifications } = parts
  const judge = createJudge({ ...parts, nodes: parts.chain.nodes })
  const expected = new Map<Address, number>()
  const run: Run = { ending: new AbortController(), waiting: null, woken: false }
  const wake = () => {
    run.woken = true
    run.waiting?.abort()
  }
  async function hint(address: Address): Promise<void> {
    await bringForward(db, address)
    wake()
  }
  const subscriptions =
    notifications &&
    createSubscriptions({
      notifications,
      clock,
      spacingMs: (pace.openSeconds * 1_000) / TICKS,
      notified(wallet) {
        expected.set(wallet, NOTIFIED_SCANS)
        hint(wallet).catch((error: unknown) => log.debug(describe(error), 'a notification is lost'))
      },
    })
  const settle = (recipient: Address) => settleReceipts({ ...parts, judge }, recipient)
  const state: WatchState = {
    ...parts,
    scan: createScan(parts),
    searchByReference: createByReference(parts),
    settle,
    expected,
    subscriptions,
    unavailable: false,
  }
  let running: Promise<void> | null = null
  return {
    judge,
    settle,
    start: () => void (running ??= watchDue(state, run)),
    hint,
    async stop() {
      run.ending.abort()
      wake()
      await running
      subscriptions?.close()
    },
  }
}

async function watchDue(state: WatchState, run: Run): Promise<void> {
  const { clock, log, pace } = state
  const { signal } = run.ending
  let lost = false
  while (!signal.aborted) {
    let more = false
    try {
      more = await tick(state)
      lost = false
    } catch (error) {
      if (!lost) log.error(describe(error), 'payments are not watched: the database does not answer')
      lost = true
    }
    if (more || signal.aborted) continue
    const waiting = new AbortController()
    run.waiting = waiting
    if (!run.woken)
      await clock.sleep((pace.openSeconds * 1_000) / TICKS, waiting.signal, { background: true })
    run.woken = false
  }
}

/** Watches the wallets that are due now. Returns whether there may be more. */
async function tick(state: WatchState): Promise<boolean> {
  const due = await claimDue(state.db, CLAIMS)
  await pLimit(WALLETS_AT_ONCE).map(due, (wallet) => watchWallet(state, wallet))
  return due.length === CLAIMS
}
