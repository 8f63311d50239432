/** Decides which tests run where: every test file is in one lane. */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/**
 * `laws`, `core` and `ordinary` run in `npm test`, `further` in `npm run test:full` as well. `kills` end the product in the
 * middle of its work: `npm test` draws some. `journeys` and `browser` are Playwright's.
 */
export type Lane = 'laws' | 'core' | 'ordinary' | 'further' | 'kills' | 'journeys' | 'browser'

/**
 * A defect there costs money or shows one user's data to another. These run in `npm test` on both databases, and a
 * failure is never tried again. The list only grows.
 */
export const MONEY_CORE = [
  'server/src/domains/transfers/transfers.test.ts',
  'server/src/domains/transfers/{certainty,journal,operator,runs,spending,submit}/*.test.ts',
  'server/src/domains/transfers/finality/{finality,mark-finalized,disputed}.test.ts',
  'server/src/domains/transfers/records/portions.test.ts',
  'server/src/domains/transfers/lookups/wait-for-end.test.ts',
  'server/src/domains/transfers/send/bulk/*.test.ts',
  'server/src/domains/distributions/{distributions,others,restore,reopened}.test.ts',
  'server/src/domains/distributions/{edited,most,plan-gather}.test.ts',
  'server/src/domains/distributions/{sol-kinds,sol-packing,two-servers}.test.ts',
  'server/src/domains/distributions/sends/*.test.ts',
  'server/src/domains/distributions/tokens/{tokens,restore,packing,kinds,plan-gather,intent,edges}.test.ts',
  'server/src/domains/market/trade.test.ts',
  'server/src/domains/payments/{amounts,funds,races,ended,receipts/settle-receipt}.test.ts',
  'server/src/domains/payments/lines/*.test.ts',
  'server/src/domains/payments/refunds/*.test.ts',
  'server/src/domains/payments/watcher/{watcher,scan,unread,unseen,endpoints,strangers}.test.ts',
  'server/src/domains/top-ups/**/*.test.ts',
  'server/src/domains/accounts/code-purposes.test.ts',
  'server/src/domains/wallets/{keys/{keys,guarded-keys,keys-out},groups/groups}.test.ts',
  'server/src/kernel/vault.test.ts',
  'server/src/kernel/http/idempotency.test.ts',
  'contract/src/money.test.ts',
  'proofs/users.test.ts',
]

/** Runs in `npm test` as well: functions without a server, and one file a domain. */
const ORDINARY = [
  'contract/src/**/!(money).test.ts',
  'web/{*,src/**/*}.test.ts',
  'scripts/*.test.ts',
  'interpreter/src/**/*.test.ts',
  'localnet/src/conformance/{faults,origins,reads,rules,subscriptions,tokens,transactions}.test.ts',
  'server/src/{config/config,config/config-live,known-mints,maintenance,readiness,system}.test.ts',
  'server/src/adapters/**/*.test.ts',
  'server/src/db/{growth,migrate,reads,prepared,session}.test.ts',
  'server/src/kernel/**/!(idempotency|vault).test.ts',
  'server/src/domains/strategies/{steps,backtest,runner,record}/*.test.ts',
  'server/src/domains/accounts/accounts.test.ts',
  'server/src/domains/wallets/wallets.test.ts',
  'server/src/domains/tokens/authorization/authorization.test.ts',
  'server/src/domains/balances/balances.test.ts',
  'server/src/domains/payments/links.test.ts',
  'server/src/domains/agents/{agents,feasibility/plan-cost}.test.ts',
  'server/src/domains/trading-bots/trading-bots.test.ts',
  'server/src/domains/notifications/notifications.test.ts',
  'server/src/domains/activity/audit.test.ts',
]
/** Exceptions to ORDINARY that take long for what they show: whole corpora, large pages, sets of faults. */
const FURTHER = [
  'web/src/features/{market,tokens,trading-bots}/**/*.component.test.ts',
  'web/src/features/distributions/tokens/*.component.test.ts',
  'web/src/features/agents/chat/chat-panel.component.test.ts',
  'web/src/pages/*.component.test.ts',
  'interpreter/src/{building,courtesies,parts-shown,restrictions,standing,corpus}.test.ts',
  'interpreter/src/{model/scripted,clauses/sampled}.test.ts',
  'server/src/adapters/mail/smtp.test.ts',
  'server/src/kernel/http/{admission,security-headers}.test.ts',
]

const KILLS = ['proofs/{kill,fail,fault}*.test.ts']
/**
 * The number of times that each ends the product without `PROOFS=whole`: `npm test` draws files until there are at
 * least 20 kills.
 */
export const KILLS_OF: Record<string, number> = {
  'proofs/kill.test.ts': 2,
  'proofs/kill-bot.test.ts': 5,
  'proofs/kill-chain.test.ts': 2,
  'proofs/kill-money.test.ts': 11,
  'proofs/kill-payments.test.ts': 3,
  'proofs/kill-refunds.test.ts': 3,
  'proofs/kill-sends.test.ts': 4,
  'proofs/kill-stop.test.ts': 2,
  'proofs/kill-token.test.ts': 6,
  'proofs/kill-top-ups.test.ts': 4,
  'proofs/kill-unsigned.test.ts': 2,
  'proofs/kill-webhook.test.ts': 1,
}
const KILLS_DRAWN = 20
/** A file that would exceed it is left out. */
const KILLS_AT_MOST = 23
const JOURNEYS = ['e2e/journeys/**/*.spec.ts']
const LAWS = ['house.test.ts']

export const LANES = { MONEY_CORE, ORDINARY, FURTHER, KILLS, JOURNEYS, LAWS }

const TEST_FILES = [
  'house.test.ts',
  '{contract,interpreter,localnet,server,web}/src/**/*.test.ts',
  'web/*.test.ts',
  'proofs/*.test.ts',
  'scripts/*.test.ts',
  'e2e/**/*.spec.ts',
]

const isIn = (patterns: string[], file: string) => patterns.some((pattern) => matchesGlob(file, pattern))

export function getLane(file: string): Lane {
  if (isIn(LAWS, file)) return 'laws'
  if (isIn(JOURNEYS, file)) return 'journeys'
  if (file.startsWith('e2e/')) return 'browser'
  if (isIn(KILLS, file)) return 'kills'
  if (isIn(MONEY_CORE, file)) return 'core'
  return isIn(ORDINARY, file) && !isIn(FURTHER, file) ? 'ordinary' : 'further'
}

/** All test files. */
export const testFiles = (): string[] => globSync(TEST_FILES).map((file) => file.replaceAll('\\', '/'))

/** The first line of a file whose tests open a database: it runs on PostgreSQL, and on the embedded one on request. */
const ON_POSTGRES = '// On PostgreSQL as well.\n'
export const runsOnPostgres = (file: string): boolean => readFileSync(file, 'utf8').startsWith(ON_POSTGRES)

/** A share of the files that the seed chooses: the first of `of` parts, or the part with this number. */
export function draw(
  files: string[],
  { seed, of, part = 0 }: { seed: number; of: number; part?: number },
): string[] {
  const rank = (file: string) => hash('sha256', `${seed} ${file}`)
  return files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).filter((_, i) => i % of === part)
}

/** The files of a seed that together kill the product twenty times, or a few times more. */
export function drawKills(seed: number): string[] {
  const files = draw(Object.keys(KILLS_OF), { seed, of: 1 })
  let kills = 0
  return files.filter((file) => {
    const more = KILLS_OF[file] ?? 0
    if (kills >= KILLS_DRAWN || kills + more > KILLS_AT_MOST) return false
    kills += more
    return true
  })
}
