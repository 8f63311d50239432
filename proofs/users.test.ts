// On PostgreSQL as well.
/** Nobody reaches another user's data: every endpoint and every channel, each with its attack. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as account from '@purser/contract/accounts.ts'
import { type SaveTemplateBody, saveTemplate } from '@purser/contract/distributions/distribution-templates.ts'
import * as agent from '@purser/contract/agents/agents.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { createToken, listNamedTokens, type TokenCreated } from '@purser/contract/tokens/created-tokens.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { type Endpoint, buildPath } from '@purser/contract/endpoint.ts'
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import { channels } from '@purser/contract/live.ts'
import * as notice from '@purser/contract/notifications.ts'
import { planDistribution } from '@purser/contract/payments/payment-distributions.ts'
import { quotePayment, testPayment } from '@purser/contract/payments/payer.ts'
import * as payment from '@purser/contract/payments/payments.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { listShownPlans } from '@purser/contract/agents/shown-plans.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import * as access from '@purser/contract/tokens/token-authorization.ts'
import { distributeToken } from '@purser/contract/distributions/token-distributions.ts'
import * as topUp from '@purser/contract/top-ups.ts'
import * as bot from '@purser/contract/trading-bots/trading-bots.ts'
import { getOperation, listOperations } from '@purser/contract/transfers/transfers.ts'
import * as group from '@purser/contract/wallets/wallet-groups.ts'
import * as wallet from '@purser/contract/wallets/wallets.ts'
import * as webhook from '@purser/contract/webhooks.ts'
import { addWhitelistEntry, listWhitelist } from '@purser/contract/tokens/whitelist.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { generateSecret, toBase58 } from '../server/src/domains/wallets/keys/keys.ts'
import { startTestDesk, type TestDesk, type User } from '../server/src/test/harness.ts'
import { trade } from '../server/src/test/product.ts'
import { startReceiver } from '../server/src/test/receiver.ts'
import type { TestSocket } from '../server/src/test/socket.ts'
import { TOP_UP_DEFAULTS } from '../server/src/test/top-up-defaults.ts'
import { until } from '../server/src/test/until.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const plan: Plan = {
  version: 1,
  goal: 'Buy BONK for 0.01 SOL.',
  token_address: BONK,
  quote: 'SOL',
  slippage_bps: 100,
  on_stop: 'keep',
  strategy_type: 'swap',
  trade_direction: 'buy',
  amount: { value: 0.01, unit: 'SOL' },
}

/**
 * The names in an attack: A's things, or things that never existed; `own` and `mine` are the attacker's agent and
 * wallet, to hide it behind.
 */
type Names = {
  agent: number
  external: string
  strategy: string
  /** A plan that A's agent showed. */
  plan: number
  wallet: string
  purse: number
  group: number
  operation: string
  /** The task of an operation of tokens. */
  task: string
  session: string
  notification: number
  email: string
  /** A token that A created, and its grant. */
  token: number
  mint: string
  grant: number
  /** A template of the distribution pages. */
  template: number
  /** An entry of the whitelist. */
  entry: number
  /** A paid payment with its receipt, and a line of an approved one. */
  payment: number
  receipt: number
  line: number
  webhook: number
  delivery: number
  /** The bot of A's group, with a token of its own. */
  bot: string
  own: number
  mine: number
  /** The address of the attacker's wallet. */
  pocket: string
  /** The attacker's webhook. */
  hook: number
}
type Ask = { params?: Record<string, string | number>; query?: object; body?: object }
type Row =
  /** Needs no token, for the reason given. */
  | { open: string }
  /**
   * About the caller alone. `empty` is the answer to a user who has nothing yet; `refused` the status if that is no
   * success; `attacks` if it may also name something.
   */
  | {
      own: Ask
      empty?: unknown
      endsSession?: true | 'all'
      refused?: number
      attacks?: (names: Names) => Ask[]
    }
  /** Names something: another's things are answered like things that do not exist. */
  | { attacks: (names: Names) => Ask[] }

/** The body of an operation of tokens, without the wallets. */
const token = { token_address: BONK, total_amount: 1 }

/** The body for creating a token, without the wallet. */
const made = { name: 'Alician Shares', symbol: 'ALSH', decimals: 6, supply: 1_000 }

const ofAgent = (body?: object) => ({
  attacks: (n: Names): Ask[] => [{ params: { id: n.agent }, ...(body ? { body } : {}) }],
})
const ofPurse = (body?: object) => ({
  attacks: (n: Names): Ask[] => [{ params: { id: n.purse }, ...(body ? { body } : {}) }],
})
const ofGroup = (body?: object) => ({
  attacks: (n: Names): Ask[] => [{ params: { id: n.group }, ...(body ? { body } : {}) }],
})
const ofPayment = (body?: object) => ({
  attacks: (n: Names): Ask[] => [{ params: { id: n.payment }, ...(body ? { body } : {}) }],
})
const ofTemplate = (body?: object) => ({
  attacks: (n: Names): Ask[] => [{ params: { id: n.template }, ...(body ? { body } : {}) }],
})
/** A template, without its wallets. */
const saved = { name: 'Payroll', kind: 'distribute', mint: null, mode: 'custom', total: null, variance: null }
const ofOperation: Row = { attacks: (n) => [{ params: { id: n.operation } }] }
/** Operations of SOL and of tokens. */
const ofAnyOperation: Row = { attacks: (n) => [n.operation, n.task].map((id) => ({ params: { id } })) }
const ofWebhook = (body?: object) => ({
  attacks: (n: Names): Ask[] => [{ params: { id: n.webhook }, ...(body ? { body } : {}) }],
})
/** Exports with keys and without, by group and by wallet, also hidden behind the attacker's own. */
const exported: Row = {
  own: { body: { keys: false } },
  attacks: (n) =>
    [true, false].flatMap((keys) => [
      { body: { keys, groupId: n.group } },
      { body: { keys, walletIds: [n.purse] } },
      { body: { keys, walletIds: [n.mine, n.purse] } },
    ]),
}
const inGroup = (n: Names): Ask[] => [{ query: { groupId: n.group } }]
const members: Row = { attacks: (n) => [{ params: { id: n.group }, body: { walletIds: [n.purse] } }] }
const control: Row = {
  attacks: (n) => [
    { params: { id: n.agent } },
    { params: { id: n.agent }, body: { strategyId: n.strategy } },
    { params: { id: n.own }, body: { strategyId: n.strategy } },
  ],
}

/** An address that nobody here has. */
const somebody = (await generateKeyPairSigner()).address
/** Keys that nobody has yet. */
const [brought, refused] = [generateSecret(), generateSecret()].map(({ secret }) => toBase58(secret))

const endpoints: Record<string, Row> = {
  'POST /auth/login/request-code': { open: 'sign-in' },
  'POST /auth/register/request-code': { open: 'sign-in' },
  'POST /auth/verify-code': { open: 'sign-in' },
  'POST /auth/logout': { own: {}, endsSession: true },
  'GET /auth/sessions': { own: {} },
  'DELETE /auth/sessions/:id': { attacks: (n) => [{ params: { id: n.session } }] },
  'DELETE /auth/sessions': { own: {}, endsSession: 'all' },
  'POST /auth/ticket': { own: {} },
  'POST /auth/keys/request-code': { own: { body: { purpose: 'reveal' } } },
  'GET /users/me': { own: {} },
  'PUT /users/me': { own: { body: { first_name: 'Bob', last_name: 'Brown' } } },
  'GET /users/me/limits': { own: {}, empty: { limits: null } },
  'PUT /users/me/limits': { own: { body: { per_day: 0.1 } } },
  'GET /dev/outbox': { open: 'this machine only, without a mail server only' },
  'GET /whitelist': { own: {}, empty: { success: true, data: [] } },
  'GET /whitelist/stats': {
    own: {},
    empty: { success: true, data: { unique_wallets: 0, unique_mints: 0, total_entries: 0 } },
  },
  'POST /whitelist': { own: { body: { wallet_address: somebody, mint_address: BONK } } },
  'DELETE /whitelist/:id': { attacks: (n) => [{ params: { id: n.entry } }] },
  'POST /wallets/:id/send': ofPurse({ to: somebody, amount: 0.01 }),
  'GET /audit': { own: {} },
  'GET /status': { open: 'says which network, nothing of users' },
  'GET /test-external-api': { own: {} },
  'GET /agents': { own: {}, empty: [] },
  'POST /agents': { own: { body: { name: 'Mine' } } },
  'GET /agents/status/all': { own: {}, empty: {} },
  'GET /agents/stop-all': {
    own: {},
    empty: {
      strategies: [],
      top_ups: false,
      trading_bots: 0,
      transfers_waiting: [],
      transfers_under_way: [],
    },
  },
  'POST /agents/stop-all': { own: {} },
  'GET /notifications': { own: {}, empty: { notifications: [], unread: 0 } },
  'POST /notifications/:id/read': { attacks: (n) => [{ params: { id: n.notification } }] },
  // Everything that is B's, up to a number that lies beyond all of A's.
  'POST /notifications/read-all': { own: { body: { up_to: 987_654_321 } } },
  'GET /notifications/settings': { own: {}, empty: notice.NOTIFICATION_DEFAULTS },
  'PUT /notifications/settings': { own: { body: { filled: { console: true, mail: true } } } },
  'GET /agents/:id': ofAgent(),
  'PUT /agents/:id': ofAgent({ name: 'Mine now' }),
  'DELETE /agents/:id/delete': {
    attacks: (n) => [
      { params: { id: n.agent } },
      { params: { id: n.agent }, query: { external_id: n.external } },
    ],
  },
  'GET /agents/:id/chat': ofAgent(),
  'POST /agents/:id/chat': {
    attacks: (n) => [
      { params: { id: n.agent }, body: { role: 'user', content: 'let me in' } },
      { params: { id: n.own }, body: { role: 'system', content: 'a plan', plan_id: n.plan } },
    ],
  },
  'GET /agents/:id/plans': ofAgent(),
  'POST /agents/:id/parse': {
    attacks: (n) => [
      { params: { id: n.agent }, body: { instruction: 'buy 0.01 SOL of BONK' } },
      { params: { id: n.own }, body: { instruction: 'buy 0.01 SOL of BONK', wallet_addresses: [n.wallet] } },
      { params: { id: n.own }, body: { instruction: 'my balances', wallet_addresses: [n.wallet] } },
      { params: { id: n.own }, body: { instruction: 'buy 0.01 SOL of BONK', group_id: n.group } },
      { params: { id: n.agent }, body: { changes: [], plan_hash: 'theirs' } },
    ],
  },
  'POST /agents/:id/start': {
    attacks: (n) => [
      { params: { id: n.agent }, body: { strategy: { parsedStrategy: plan } } },
      { params: { id: n.agent }, body: { external_id: n.strategy } },
      { params: { id: n.own }, body: { external_id: n.strategy } },
      { params: { id: n.own }, body: { strategy: { external_id: n.strategy } } },
      {
        params: { id: n.own },
        body: { strategy: { parsedStrategy: plan, walletAddresses: [n.wallet] } },
      },
      { params: { id: n.own }, body: { strategy: { parsedStrategy: plan, groupId: n.group } } },
    ],
  },
  'POST /agents/:id/stop': control,
  'POST /agents/:id/pause': control,
  'POST /agents/:id/resume': control,
  'POST /agents/:id/close': {
    attacks: (n) => [
      { params: { id: n.agent }, body: { strategyId: n.strategy } },
      { params: { id: n.own }, body: { strategyId: n.strategy } },
    ],
  },
  'POST /agents/:id/sell-at-any-price': {
    attacks: (n) => [
      { params: { id: n.agent }, body: { strategyId: n.strategy, code: '123456' } },
      { params: { id: n.own }, body: { strategyId: n.strategy, code: '123456' } },
    ],
  },
  'GET /agents/:id/upcoming': ofAgent(),
  'GET /agents/:id/status': ofAgent(),
  'GET /agents/:id/strategies': ofAgent(),
  'GET /strategies': {
    own: {},
    empty: { strategies: [] },
    attacks: (n) => [{ query: { agent: n.agent } }, { query: { agent: n.agent, status: 'live' } }],
  },
  'GET /strategies/totals': { own: {}, empty: { strategies: 0, more: false, pnl: 0, current: [] } },
  'GET /strategies/:strategyId/trades': { attacks: (n) => [{ params: { strategyId: n.strategy } }] },
  'GET /strategies/:strategyId/history': { attacks: (n) => [{ params: { strategyId: n.strategy } }] },
  'GET /market/:mint/candles': { own: { params: { mint: BONK } } },
  // One for the installation: every signed-in user may see and set it.
  'GET /market/clock': { own: {} },
  // Data of the installation, without URLs.
  'GET /network': { own: {} },
  'PUT /market/clock': { own: { body: { speed: 1 } } },
  'GET /agents/:id/strategies/:strategyId/logs': {
    attacks: (n) => [
      { params: { id: n.agent, strategyId: n.strategy } },
      { params: { id: n.own, strategyId: n.strategy } },
    ],
  },
  'GET /agents/:id/strategies/:strategyId/parity': {
    attacks: (n) => [
      { params: { id: n.agent, strategyId: n.strategy } },
      { params: { id: n.own, strategyId: n.strategy } },
    ],
  },
  'GET /agents/:id/terminal-logs': ofAgent(),
  'POST /agents/:id/terminal-logs': {
    attacks: (n) => [
      { params: { id: n.agent }, body: { message: 'let me in' } },
      { params: { id: n.own }, body: { message: 'let me in', strategy_id: n.strategy } },
    ],
  },
  'DELETE /agents/:id/terminal-logs': ofAgent(),
  'GET /wallet/:address/balance': { attacks: (n) => [{ params: { address: n.wallet } }] },
  'POST /faucet': { own: { body: { address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', sol: '1' } } },
  'POST /wallet/generate': { own: {} },
  'POST /wallets/generate': { own: { body: { name: 'Mine too' } } },
  'GET /wallets': { own: {}, empty: { wallets: [], groups: [] }, attacks: inGroup },
  'GET /wallets/ungrouped': { own: {}, empty: { wallets: [], groups: [] } },
  'POST /wallets/generate-bulk': {
    own: { body: { count: 2, namePrefix: 'Mine' } },
    attacks: (n) => [{ body: { count: 2, namePrefix: 'Mine', groupId: n.group } }],
  },
  'POST /wallets/import': {
    own: { body: { keys: brought } },
    attacks: (n) => [{ body: { keys: refused, groupId: n.group } }],
  },
  'GET /wallets/:id': ofPurse(),
  'PUT /wallets/:id': ofPurse({ name: 'Mine now', is_default: true }),
  'DELETE /wallets/:id': ofPurse({ name: 'Purse of Alicia', acknowledged: true }),
  'GET /wallets/chatbot-data': { own: {}, empty: { wallets: [] } },
  'GET /portfolio/day-ago': { own: {}, empty: { at: null, values: [] } },
  'GET /wallets/export': { own: {}, attacks: inGroup },
  'GET /wallets/export/all': { own: {} },
  'POST /wallets/export/spreadsheet': exported,
  'POST /wallets/export/text': exported,
  'GET /wallet-groups': { own: {}, empty: [] },
  'GET /wallet-groups/status': { own: {}, empty: [] },
  'POST /wallet-groups': { own: { body: { name: 'Mine' } } },
  'GET /wallet-groups/:id': ofGroup(),
  'PUT /wallet-groups/:id': ofGroup({ name: 'Mine now', is_default: true }),
  'DELETE /wallet-groups/:id': ofGroup(),
  'POST /wallet-groups/:id/wallets': members,
  'DELETE /wallet-groups/:id/wallets': members,
  'GET /wallet/:address': { attacks: (n) => [{ params: { address: n.wallet } }] },
  'POST /wallet/balances': { attacks: (n) => [{ body: { walletIds: [n.purse] } }] },
  'POST /wallet/multiple-token-balances': {
    attacks: (n) => [
      { body: { walletAddresses: [n.wallet], tokenAddress: BONK } },
      { body: { walletAddresses: [n.pocket, n.wallet], tokenAddress: BONK } },
    ],
  },
  'POST /wallet/token-balance': {
    attacks: (n) => [{ body: { walletAddress: n.wallet, tokenAddress: BONK } }],
  },
  'POST /wallet/token-metadata': { own: { body: { mintAddress: BONK } } },
  'POST /wallet/tokens-metadata': { own: { body: { mintAddresses: [BONK] } } },
  'POST /tokens': {
    attacks: (n) => [{}, { dryRun: true }].map((run) => ({ body: { ...made, wallet_id: n.purse, ...run } })),
  },
  'GET /tokens': { own: {}, empty: { tokens: [] } },
  'GET /tokens/search': {
    own: { query: { query: 'ALSH' } },
    empty: { tokens: [], market: 'none' },
  },
  'GET /token-authorization/tokens': {
    own: { query: { email: 'bob-of-b@example.com' } },
    empty: {
      data: { code: 200, data: { data: [], count: 0 } },
      stats: { totalTokens: 0, activeAuthorizations: 0, pendingRequests: 0 },
    },
    attacks: (n) => [{ query: { email: n.email } }],
  },
  'POST /token-authorization/authorize': {
    attacks: (n) => [
      { body: { tokenId: n.token, mintAddress: n.mint, authorizedEmail: 'bob-of-b@example.com' } },
      { body: { tokenId: n.token, mintAddress: n.mint, authorizedEmail: 'carol@example.com' } },
    ],
  },
  'GET /token-authorization/grants': { own: {}, empty: { grants: [] } },
  'DELETE /token-authorization/grants/:id': { attacks: (n) => [{ params: { id: n.grant } }] },
  'POST /payments/create-link': { own: { body: { amount_usd: 1 } } },
  'GET /payments/pending': { own: {}, empty: [] },
  'GET /payments/approved': { own: {}, empty: [] },
  'GET /payments/counts': {
    own: {},
    empty: { open: 0, pending: 0, paid: 0, attention: 0, expired: 0, approved: 0 },
  },
  'GET /payments/settings': { own: {}, empty: { tolerance_percent: 0, wallet: null } },
  'PUT /payments/settings': { own: { body: { tolerance_percent: 1 } } },
  'GET /payments/:id': ofPayment(),
  'POST /payments/:id/approve': ofPayment(),
  'POST /payments/:id/accept': ofPayment({ revision: 1 }),
  'POST /payments/:id/expire': ofPayment(),
  'POST /payments/:id/refund': {
    attacks: (n) =>
      [{}, { dryRun: true }].map((run) => ({
        params: { id: n.payment },
        body: { receipt_id: n.receipt, to: somebody, ...run },
      })),
  },
  'POST /payments/:id/assign': ofPayment({ signature: 'nothing' }),
  'POST /payments/:id/plan-distribution': {
    attacks: (n) => [
      { params: { id: n.payment }, body: { distributions: [{ wallet_id: n.mine, amount_sol: '0.001' }] } },
      { params: { id: n.payment }, body: { distributions: [{ wallet_id: n.purse, amount_sol: '0.001' }] } },
    ],
  },
  'DELETE /payments/:id/plan-distribution': ofPayment(),
  'POST /payments/distribution/:id/execute': { attacks: (n) => [{ params: { id: n.line } }] },
  'POST /payments/:id/execute': ofPayment(),
  'GET /pay/:reference': { open: 'the payer has the link and no account' },
  'POST /pay/:reference/quote': { open: 'the payer has the link and no account' },
  'POST /pay/:reference/transaction': { open: 'the payer has the link and no account' },
  'POST /pay/:reference/test-payment': { open: 'the payer has the link and no account' },
  'GET /portfolio': {
    own: {},
    empty: {
      at: null,
      sol: null,
      total_usd: null,
      total_sol: null,
      windows: [],
      groups: [],
      agents: [],
      committed: { wallets: [], strategies: [] },
    },
  },
  'GET /portfolio/history': { own: {}, empty: { points: [] }, attacks: inGroup },
  'GET /distribution-templates': { own: {}, empty: { templates: [] } },
  'GET /distribution-templates/:id': ofTemplate(),
  'PUT /distribution-templates/:id': ofTemplate({ name: 'Taken over' }),
  'DELETE /distribution-templates/:id': ofTemplate(),
  'POST /distribution-templates': {
    attacks: (n) => [
      { body: { ...saved, chosen: n.purse, lines: [{ walletId: n.mine, amount: null }] } },
      { body: { ...saved, chosen: n.mine, lines: [{ walletId: n.purse, amount: null }] } },
      {
        body: {
          ...saved,
          chosen: null,
          lines: [n.mine, n.purse].map((walletId) => ({ walletId, amount: '1' })),
        },
      },
    ],
  },
  'POST /solana-distribution/distribute': {
    attacks: (n) =>
      [{}, { dryRun: true }].flatMap((run) => [
        { body: { sourceWalletId: n.purse, destinations: [{ walletId: n.mine, amount: '0.1' }], ...run } },
        { body: { sourceWalletId: n.mine, destinations: [{ walletId: n.purse, amount: '0.1' }], ...run } },
      ]),
  },
  'POST /solana-distribution/gather': {
    attacks: (n) =>
      [{}, { dryRun: true }].flatMap((run) => [
        { body: { destinationWalletId: n.mine, sources: [n.purse], gatherAll: true, ...run } },
        { body: { destinationWalletId: n.purse, sources: [n.mine], gatherAll: true, ...run } },
      ]),
  },
  'POST /token-distribution/distribute': {
    attacks: (n) =>
      [{}, { dryRun: true }].flatMap((run) => [
        { body: { ...token, source_wallet: n.wallet, target_wallets: [n.pocket], ...run } },
        { body: { ...token, source_wallet: n.pocket, target_wallets: [n.wallet], ...run } },
      ]),
  },
  'POST /token-distribution/gather': {
    attacks: (n) =>
      [{}, { dryRun: true }].flatMap((run) => [
        { body: { ...token, target_wallet: n.pocket, source_wallets: [n.wallet], ...run } },
        { body: { ...token, target_wallet: n.wallet, source_wallets: [n.pocket], ...run } },
      ]),
  },
  'GET /solana-distribution/wallets-grouped': {
    own: {},
    empty: {
      success: true,
      data: { groups: [{ id: null, name: 'Ungrouped', color: '#6B7280', wallets: [] }] },
    },
  },
  'GET /solana-distribution/minimum-rent-exempt': { own: {} },
  'GET /sol-auto-distribution/settings': {
    own: {},
    empty: {
      success: true,
      data: TOP_UP_DEFAULTS,
    },
  },
  'PUT /sol-auto-distribution/settings': {
    own: { body: { daily_cap: '1' } },
    attacks: (n) => [
      { body: { funding_wallet_id: n.purse } },
      { body: { enabled: true, funding_wallet_id: n.purse, dryRun: true } },
    ],
  },
  'GET /sol-auto-distribution/available-funding-wallets': {
    own: {},
    empty: { success: true, data: { wallets: [] } },
  },
  'GET /sol-auto-distribution/eligible-wallets': {
    own: {},
    empty: { success: true, data: { eligible_wallets: [] } },
  },
  'GET /sol-auto-distribution/logs': { own: {}, empty: { success: true, data: { logs: [] } } },
  // Nobody has switched it on: A's is never B's.
  'POST /sol-auto-distribution/trigger': { own: {}, refused: 409 },
  'GET /operations': {
    own: {},
    empty: { operations: [] },
  },
  'GET /operations/:id': ofOperation,
  'POST /operations/:id/resolve': {
    attacks: (n) => [{ params: { id: n.operation }, body: { outcome: 'not_sent', code: '123456' } }],
  },
  'GET /operations/:id/undo': ofAnyOperation,
  'GET /operations/:id/retry': ofAnyOperation,
  'GET /payments/export': { own: {} },
  'GET /payments/export/distributions': { own: {} },
  'GET /webhooks': { own: {}, empty: { webhooks: [] } },
  'POST /webhooks': { own: { body: { url: 'http://127.0.0.1:9/', events: ['payment.paid'] } } },
  'PUT /webhooks/:id': ofWebhook({ url: 'http://127.0.0.1:9/mine', enabled: false }),
  'DELETE /webhooks/:id': ofWebhook(),
  'POST /webhooks/:id/secret': ofWebhook(),
  'POST /webhooks/:id/ping': ofWebhook(),
  'GET /webhooks/:id/deliveries': ofWebhook(),
  'POST /webhooks/:id/deliveries/:deliveryId/redeliver': {
    attacks: (n) => [
      { params: { id: n.webhook, deliveryId: n.delivery } },
      { params: { id: n.webhook, deliveryId: 987_654_321 } },
      { params: { id: n.hook, deliveryId: n.delivery } },
    ],
  },
  'GET /trading-bot/trading-parameters': { attacks: inGroup },
  'POST /trading-bot/trading-parameters': {
    attacks: (n) => [{ body: { groupId: n.group, mint_address: BONK } }],
  },
  'GET /trading-bot/bot/status': { own: {}, empty: { bots: [], unavailable: null }, attacks: inGroup },
  'POST /trading-bot/bot/start': {
    attacks: (n) =>
      [{}, { dryRun: true }].map((run) => ({ body: { groupId: n.group, mintAddress: BONK, ...run } })),
  },
  'POST /trading-bot/bot/stop': { attacks: (n) => [{ body: { botId: n.bot, groupId: n.group } }] },
  'GET /trading-bot/tokens/:mint/analyze': { own: { params: { mint: BONK } } },
  'GET /trading-bot/trades': { attacks: inGroup },
  'GET /trading-bot/wallets': { attacks: inGroup },
  'POST /wallets/get-private-key': { attacks: (n) => [{ body: { address: n.wallet } }] },
  'POST /wallet/connect': { attacks: (n) => [{ body: { walletAddress: n.wallet } }] },
  'POST /wallet/disconnect': { own: {} },
}

const getAttacks = (row: Row, names: Names): Ask[] =>
  'attacks' in row && row.attacks ? row.attacks(names) : []

/** The names that request A's things, by channel path; none if there is nothing to name. */
const feeds: Record<string, (names: Names) => string[]> = {
  [channels.chat]: (n) => [buildPath(channels.chat, { externalId: n.external })],
  [channels.logs]: (n) =>
    [n.external, n.strategy].map((externalId) => buildPath(channels.logs, { externalId })),
  [channels.status]: () => [],
  [channels.solanaDistribution]: () => [],
  [channels.tokenTransfer]: (n) => [buildPath(channels.tokenTransfer, { taskId: n.task })],
}

let desk: TestDesk
let a: User
let b: User
let hers: Names
let nowhere: Names
/** Texts that stand in A's things and nowhere else. */
let marks: string[]
/** Every answer that B ever got. */
const heard: string[] = []

const formatEndpoint = (e: Endpoint) => `${e.method} ${e.path}`
const getRow = (e: Endpoint): Row => {
  const row = endpoints[formatEndpoint(e)]
  assert.ok(row, `${formatEndpoint(e)} is not in the table of attacks`)
  return row
}

async function send(endpoint: Endpoint, ask: Ask, token?: string): Promise<{ status: number; text: string }> {
  const { status, text } = await desk.call(endpoint, {
    ...(token ? { token } : {}),
    ...(ask.params ? { params: ask.params } : {}),
    ...(ask.query ? { query: ask.query } : {}),
    ...(ask.body ? { wrongBody: ask.body } : {}),
  })
  if (token === b.token) heard.push(text)
  return { status, text }
}

/** Everything that A can see of hers; the profit changes with the market by itself. */
async function stateOfA(): Promise<string> {
  const { token } = a
  const params = { id: hers.agent }
  const seen = [
    (await desk.call(agent.getAgent, { token, params })).ok,
    (await desk.call(agent.listChat, { token, params })).ok,
    (await desk.call(agent.listTerminalLogs, { token, params })).ok,
    (await desk.call(wallet.listWallets, { token })).ok,
    (await desk.call(group.listGroups, { token })).ok,
    (await desk.call(account.getProfile, { token })).ok,
    (await desk.call(account.listSessions, { token })).ok.map(({ id }) => id),
    (await desk.call(listOperations, { token, query: { type: 'distribute' } })).ok,
    (await desk.call(getBalance, { token, params: { address: hers.wallet } })).ok,
    (await desk.call(topUp.getTopUpSettings, { token })).ok,
    (await desk.call(listWhitelist, { token })).ok,
    (await desk.call(topUp.listTopUpLogs, { token })).ok,
    (await desk.call(notice.listNotifications, { token })).ok,
    (await desk.call(notice.getNotificationSettings, { token })).ok,
    (await desk.call(listNamedTokens, { token })).ok,
    (await desk.call(access.listGrants, { token })).ok,
    (await desk.call(payment.listPendingPayments, { token, query: {} })).ok,
    (await desk.call(payment.listApprovedPayments, { token, query: {} })).ok,
    (await desk.call(payment.getPaymentSettings, { token })).ok,
    (await desk.call(bot.getBotParameters, { token, query: { groupId: hers.group } })).ok,
    (await desk.call(bot.getBotStatus, { token, query: {} })).ok,
    (await desk.call(webhook.listWebhooks, { token })).ok,
    (await desk.call(webhook.listDeliveries, { token, params: { id: hers.webhook } })).ok,
  ]
  return JSON.stringify(seen, (key, value: unknown) =>
    ['pnl', 'unrealised', 'return_percent', 'costs_usd'].includes(key) ? null : value,
  )
}

async function again(user: User): Promise<string> {
  await desk.call(account.requestLoginCode, { body: { email: user.email } })
  const body = { email: user.email, code: await desk.readCode(user.email) }
  return (await desk.call(account.verifyCode, { body })).ok.token
}

/** Moves tokens between two wallets of A. */
async function createTask(by: string, source: string, target: string): Promise<string> {
  const paid = await desk.call(requestFaucet, { token: by, body: { address: source, mint: BONK, amount: 5 } })
  assert.equal(paid.status, 200, paid.text)
  const body = { ...token, source_wallet: source, target_wallets: [target] }
  const { ok } = await desk.call(distributeToken, { token: by, body })
  assert.ok(ok.task_id)
  return ok.task_id
}

/** A token of A, shared with an address that is not B's. */
async function createShare(by: string, walletId: number) {
  const { mint } = (await desk.call(createToken, { token: by, body: { ...made, wallet_id: walletId } }))
    .ok as TokenCreated
  const listed = (await desk.call(access.listAuthorizableTokens, { token: by, query: { email: a.email } })).ok
  const id = listed.data.data.data[0]?.id ?? 0
  const body = { tokenId: id, mintAddress: mint, authorizedEmail: 'carol@example.com' }
  const { grant_id: grant } = (await desk.call(access.authorizeToken, { token: by, body })).ok
  return { token: id, mint, grant }
}

/** A paid payment, and a line of an approved one. */
async function createPayments(by: string, walletId: number) {
  const paid = await Promise.all(
    [1, 2].map(async (amount_usd) => {
      const body = { amount_usd, payer_name: 'Alicianus' }
      const { id, reference_id: reference } = (
        await desk.call(payment.createPaymentLink, { token: by, body })
      ).ok
      await desk.call(quotePayment, { params: { reference } })
      await desk.call(testPayment, { params: { reference } })
      return until('it is paid', async () => {
        const { ok } = await desk.call(payment.getPayment, { token: by, params: { id } })
        return ok.status === 'paid' && ok
      })
    }),
  )
  const [first, second] = paid
  const params = { id: second?.id ?? 0 }
  await desk.call(payment.approvePayment, { token: by, params })
  const body = { distributions: [{ wallet_id: walletId, amount_sol: '0.001' }] }
  const planned = (await desk.call(planDistribution, { token: by, params, body })).ok
  return {
    payment: first?.id ?? 0,
    receipt: first?.receipts[0]?.id ?? 0,
    line: planned.distributions[0]?.id ?? 0,
  }
}

/** A template of hers over a wallet of hers. */
async function createTemplate(token: string, walletId: number): Promise<number> {
  const body = { ...saved, chosen: null, lines: [{ walletId, amount: '1' }] } as SaveTemplateBody
  return (await desk.call(saveTemplate, { token, body })).ok.id
}

/** A webhook of A that has answered once. */
async function createWebhook(by: string) {
  const { port } = await startReceiver()
  const url = `http://127.0.0.1:${port}/hook-of-alicia`
  const { id } = (await desk.call(webhook.createWebhook, { token: by, body: { url } })).ok
  const { delivery } = (await desk.call(webhook.pingWebhook, { token: by, params: { id } })).ok
  await until('it is delivered', async () => {
    const { deliveries } = (await desk.call(webhook.listDeliveries, { token: by, params: { id } })).ok
    return deliveries[0]?.status === 'delivered'
  })
  return { webhook: id, delivery: delivery.id }
}

async function createBot(by: string, groupId: number): Promise<string> {
  const body = { groupId, mint_address: BONK, whale_threshold: '7.654321' }
  assert.equal((await desk.call(bot.saveBotParameters, { token: by, body })).status, 200)
  const [found] = (await desk.call(bot.getBotStatus, { token: by, query: { groupId } })).ok.bots
  assert.ok(found)
  return found.id
}

async function prepare(): Promise<void> {
  desk = await startTestDesk()
  a = await desk.signUp('alice-of-a@example.com')
  b = await desk.signUp('bob-of-b@example.com')
  const { token } = a
  await desk.call(account.updateProfile, { token, body: { first_name: 'Alicia', last_name: 'Amber' } })
  const purse = (await desk.call(wallet.generateWallet, { token, body: { name: 'Purse of Alicia' } })).ok
  const { address } = purse
  const fleet = (await desk.call(group.createGroup, { token, body: { name: 'Fleet of Alicia' } })).ok
  await desk.call(group.addToGroup, {
    token,
    params: { id: fleet.id },
    body: { walletIds: [purse.id] },
  })
  assert.equal((await desk.call(requestFaucet, { token, body: { address, sol: 10 } })).status, 200)
  const other = (await desk.call(wallet.generateWallet, { token, body: { name: 'Pocket of Alicia' } })).ok
  const destinations = [{ walletId: other.id, amount: '1' }]
  const sent = await desk.call(distributeSol, { token, body: { sourceWalletId: purse.id, destinations } })
  assert.equal(sent.ok.success, true, sent.text)
  const third = (await desk.call(wallet.generateWallet, { token, body: { name: 'Empty of Alicia' } })).ok
  const settings = { enabled: true, funding_wallet_id: purse.id, include_grouped_wallets_only: false }
  await desk.call(topUp.changeTopUpSettings, { token, body: settings })
  const topped = (await desk.call(topUp.triggerTopUps, { token })).ok
  assert.ok(topped.operationId)
  await until('A has topped up a wallet', async () => {
    const { logs } = (await desk.call(topUp.listTopUpLogs, { token })).ok.data
    return logs[0]?.status === 'completed' && logs[0].to_wallet_address === third.address
  })
  await desk.call(topUp.changeTopUpSettings, { token, body: { enabled: false } })
  const fills = { filled: { console: true } }
  await desk.call(notice.changeNotificationSettings, { token, body: fills })
  const made = (await desk.call(agent.createAgent, { token, body: { name: 'Agent of Alicia' } })).ok
  const params = { id: made.id }
  await desk.call(agent.addChat, { token, params, body: { role: 'user', content: 'chat of Alicia' } })
  await desk.call(agent.addTerminalLog, { token, params, body: { message: 'line of Alicia' } })
  const strategy = await trade(
    desk.call,
    token,
    made.id,
    'buy 0.01370913 SOL of BONK every 3 seconds, 500 times',
    [address],
  )
  const pair = { wallet_address: somebody, mint_address: BONK }
  const listed = await desk.call(addWhitelistEntry, { token, body: pair })
  hers = {
    agent: made.id,
    external: made.external_id,
    strategy,
    plan: (await desk.call(listShownPlans, { token, params })).ok[0]?.id ?? 0,
    wallet: address,
    purse: purse.id,
    group: fleet.id,
    operation: sent.ok.operationId ?? '',
    task: await createTask(token, address, other.address),
    session: (await desk.call(account.listSessions, { token })).ok[0]?.id ?? '',
    notification: 0,
    email: a.email,
    ...(await createShare(token, purse.id)),
    entry: listed.ok.data.id,
    template: await createTemplate(token, purse.id),
    ...(await createPayments(token, purse.id)),
    ...(await createWebhook(token)),
    bot: await createBot(token, fleet.id),
    own: 0,
    mine: 0,
    pocket: '',
    hook: 0,
  }
  nowhere = {
    agent: 987_654_321,
    external: randomUUID(),
    strategy: randomUUID(),
    plan: 987_654_321,
    wallet: (await generateKeyPairSigner()).address,
    purse: 987_654_321,
    group: 987_654_321,
    operation: randomUUID(),
    task: randomUUID(),
    session: randomUUID(),
    notification: 987_654_321,
    email: 'nobody@example.com',
    token: 987_654_321,
    mint: (await generateKeyPairSigner()).address,
    grant: 987_654_321,
    entry: 987_654_321,
    template: 987_654_321,
    payment: 987_654_321,
    receipt: 987_654_321,
    line: 987_654_321,
    webhook: 987_654_321,
    delivery: 987_654_321,
    bot: randomUUID(),
    own: 0,
    mine: 0,
    pocket: '',
    hook: 0,
  }
  marks = [
    a.email,
    'Alicia',
    'hook-of-alicia',
    'Amber',
    'Alician',
    hers.mint,
    address,
    made.external_id,
    strategy,
    '0.01370913',
    hers.bot,
    '7.654321',
  ]
  await until('A has traded', async () => {
    const [found] = (await desk.call(agent.listStrategies, { token, params })).ok
    return (found?.orders_filled ?? 0) > 0
  })
  await desk.call(agent.pauseStrategy, { token, params })
  // From here on nothing of A changes by itself.
  await until('all of it is final', async () =>
    (await desk.call(listOperations, { token, query: {} })).ok.operations.every((o) => o.finalized),
  )
  const [told] = (await desk.call(notice.listNotifications, { token })).ok.notifications
  assert.equal(told?.agent_name, 'Agent of Alicia')
  hers.notification = told.id
}
await prepare()

void test('every endpoint and every channel stands in the table, and nothing else does', () => {
  assert.deepEqual(desk.app.endpoints.map(formatEndpoint).sort(), Object.keys(endpoints).sort())
  assert.deepEqual([...desk.app.channels].sort(), Object.keys(feeds).sort())
})

void test('without a session every endpoint but the open ones answers 401, before it looks at anything', async () => {
  for (const endpoint of desk.app.endpoints) {
    const row = getRow(endpoint)
    assert.equal('open' in row, endpoint.access === 'public', formatEndpoint(endpoint))
    if ('open' in row) continue
    const asks = [...('own' in row ? [row.own] : []), ...getAttacks(row, hers), ...getAttacks(row, nowhere)]
    const params = { id: 'no-number', deliveryId: 'x', strategyId: 'x', address: 'x', mint: 'x' }
    const senseless = endpoint.method === 'GET' ? { params } : { params, body: { bogus: 1 } }
    for (const ask of [...asks, senseless])
      for (const token of [undefined, 'a-token-that-was-never-given-to-anybody']) {
        const { status, text } = await send(endpoint, ask, token)
        assert.equal(status, 401, `${formatEndpoint(endpoint)}: ${text}`)
        assert.deepEqual(JSON.parse(text), { error: 'Please log in to continue.', code: 'no_session' })
      }
  }
})

void test('the lists of one who has nothing are empty, whatever others have', async () => {
  for (const endpoint of desk.app.endpoints) {
    const row = getRow(endpoint)
    if (!('empty' in row)) continue
    const { status, text } = await send(endpoint, row.own, b.token)
    assert.equal(status, 200, formatEndpoint(endpoint))
    assert.deepEqual(JSON.parse(text), row.empty, formatEndpoint(endpoint))
  }
})

void test("another's object answers exactly as one that does not exist, and nothing of it changes", async () => {
  const own = (await desk.call(agent.createAgent, { token: b.token })).ok.id
  const { id: mine, address: pocket } = (await desk.call(wallet.generateWallet, { token: b.token })).ok
  const body = { url: 'http://127.0.0.1:9/' }
  const hook = (await desk.call(webhook.createWebhook, { token: b.token, body })).ok.id
  const before = await stateOfA()
  for (const endpoint of desk.app.endpoints) {
    const row = getRow(endpoint)
    if ('open' in row) continue
    if ('own' in row) {
      const token =
        row.endsSession === 'all' ? (await desk.signUp()).token : row.endsSession ? await again(b) : b.token
      const { status, text } = await send(endpoint, row.own, token)
      assert.ok(
        row.refused ? status === row.refused : status < 300,
        `${formatEndpoint(endpoint)}: ${status} ${text}`,
      )
    }
    const [attacks, controls] = [
      getAttacks(row, { ...hers, own, mine, pocket, hook }),
      getAttacks(row, { ...nowhere, own, mine, pocket, hook }),
    ]
    for (const [i, attack] of attacks.entries()) {
      const answer = await send(endpoint, attack, b.token)
      const what = `${formatEndpoint(endpoint)}, attack ${i + 1}: ${answer.text}`
      assert.equal(answer.status, 404, what)
      assert.deepEqual(answer, await send(endpoint, controls[i] ?? {}, b.token), what)
    }
  }
  // A wallet that does not exist has none either.
  for (const wallet of [hers.wallet, (await generateKeyPairSigner()).address]) {
    const { ok } = await desk.call(listOperations, { token: b.token, query: { wallet } })
    assert.deepEqual(ok.operations, [])
  }
  // A signature of hers finds her operation; another user finds nothing with it.
  const { transfers } = (await desk.call(getOperation, { token: a.token, params: { id: hers.operation } })).ok
  const query = { signature: transfers.find((one) => one.signature !== null)?.signature ?? '' }
  const found = async (token: string) => (await desk.call(listOperations, { token, query })).ok.operations
  assert.deepEqual(
    (await found(a.token)).map(({ id }) => id),
    [hers.operation],
  )
  assert.deepEqual(await found(b.token), [])
  for (const list of [agent.listChat, listShownPlans, agent.listStrategies, agent.listTerminalLogs])
    assert.equal((await send(list, { params: { id: own } }, b.token)).text, '[]')
  const text = heard.join('\n')
  for (const mark of marks) assert.ok(!text.includes(mark), `B was told '${mark}'`)
  assert.equal(await stateOfA(), before)
})

void test('an idempotency key of another opens nothing', async () => {
  const key = randomUUID()
  const first = await desk.call(wallet.generateWallet, { token: a.token, key })
  const second = await desk.call(wallet.generateWallet, { token: b.token, key })
  assert.notEqual(second.ok.address, first.ok.address)
  assert.notEqual(second.ok.private_key, first.ok.private_key)
  const repeated = await desk.call(wallet.generateWallet, { token: a.token, key })
  assert.equal(repeated.ok.private_key, first.ok.private_key)
})

/** The close code, or 'joined' if the channel let the caller in. */
async function waitForEnd(socket: TestSocket): Promise<number | 'joined'> {
  await socket.opened
  socket.send({ type: 'ping' })
  let code: number | null = null
  void socket.closed.then((given) => (code = given))
  return until('it is closed or joined', () =>
    code !== null ? code : socket.messages.some((m) => m.type === 'pong') ? 'joined' : null,
  )
}

const every = () => Object.entries(feeds).flatMap(([path, of]) => (of(hers).length > 0 ? of(hers) : [path]))

void test('a channel without a session closes with 4401', async () => {
  for (const path of every())
    for (const credentials of [{}, { token: 'a-token-that-was-never-given-to-anybody' }, { ticket: 'x' }])
      assert.equal(await waitForEnd(desk.socket(path, credentials)), CLOSE_NO_SESSION, path)
})

void test("another's channel and one that does not exist close with 4404, by token and by ticket", async () => {
  for (const of of Object.values(feeds))
    for (const path of [...of(hers), ...of(nowhere)]) {
      assert.equal(await waitForEnd(desk.socket(path, { token: b.token })), CLOSE_NOT_FOUND, path)
      const { ticket } = (await desk.call(account.createTicket, { token: b.token })).ok
      assert.equal(await waitForEnd(desk.socket(path, { ticket })), CLOSE_NOT_FOUND, path)
    }
})

void test("another's operation is answered on the channel exactly as one that does not exist, and is not told of", async () => {
  const answers: unknown[] = []
  for (const operationId of [hers.operation, nowhere.operation]) {
    const socket = desk.socket(channels.solanaDistribution, { token: b.token })
    await socket.opened
    socket.send({ type: 'resume', operationId })
    answers.push(await socket.message((m) => m.type === 'error'))
    assert.equal(socket.messages.length, 1)
  }
  assert.deepEqual(answers[0], answers[1])
  const mine = (await desk.call(wallet.listWallets, { token: b.token })).ok.wallets[0]?.id ?? 0
  const socket = desk.socket(channels.solanaDistribution, { token: b.token })
  await socket.opened
  for (const { purse } of [hers, nowhere]) {
    const destinations = [{ walletId: purse, amount: '0.1' }]
    socket.send({ type: 'distribute', sourceWalletId: mine, destinations })
  }
  await until('both are refused', () => socket.messages.length === 2)
  assert.equal(socket.messages[0]?.type, 'distribute_error')
  assert.equal(socket.messages[0]?.code, 'not_found')
  assert.deepEqual(socket.messages[0], socket.messages[1])
})

void test('while A trades, A hears it and B hears nothing; logout closes the channels of that session alone', async () => {
  const other = await again(a)
  const ending = await again(a)
  const mine = (await desk.call(agent.listAgents, { token: b.token })).ok[0]
  assert.ok(mine)
  const bs = [
    buildPath(channels.chat, { externalId: mine.external_id }),
    buildPath(channels.logs, { externalId: mine.external_id }),
    channels.status,
  ].map((path) => desk.socket(path, { token: b.token }))
  const staying = every().map((path) => desk.socket(path, { token: other }))
  const leaving = every().map((path) => desk.socket(path, { token: ending }))
  const all = [...bs, ...staying, ...leaving]
  await Promise.all(all.map((socket) => socket.opened))
  // An answer means that the channel is joined: later messages are received.
  for (const socket of all) socket.send({ type: 'ping' })
  await Promise.all(all.map((socket) => socket.message((m) => m.type === 'pong')))

  const params = { id: hers.agent }
  await desk.call(agent.resumeStrategy, { token: a.token, params })
  await Promise.all(
    [staying, leaving].map(async ([, byAgent, byStrategy, status]) => {
      const bought = (m: { type?: string }) => m.type === 'log' && JSON.stringify(m).includes('Bought')
      await byAgent?.message(bought)
      await byStrategy?.message(bought)
      await status?.message((m) => m.type === 'agent_status_update' && m.agentId === hers.agent)
      await status?.message((m) => m.type === 'notification')
    }),
  )
  const pongs = ({ messages }: TestSocket) => messages.filter((m) => m.type === 'pong')
  for (const socket of bs) socket.send({ type: 'ping' })
  await Promise.all(bs.map((s) => until('the second pong', () => pongs(s).length >= 2)))
  // B's earlier operations become final meanwhile: B receives that.
  const { operations } = (await desk.call(listOperations, { token: b.token, query: { limit: 200 } })).ok
  const own = new Set(operations.map((one) => one.id))
  const isOwn = (m: TestSocket['messages'][number]) =>
    m.type === 'operations_changed' && (m.operationIds as string[]).every((id) => own.has(id))
  for (const socket of bs)
    assert.deepEqual(
      socket.messages.filter((m) => !isOwn(m)),
      [{ type: 'pong' }, { type: 'pong' }],
    )

  const began = Date.now()
  await desk.call(account.logout, { token: ending })
  assert.deepEqual(
    await Promise.all(leaving.map((s) => s.closed)),
    leaving.map(() => CLOSE_NO_SESSION),
  )
  assert.ok(Date.now() - began < 1_000, `closed after ${Date.now() - began} ms`)
  for (const socket of staying) socket.send({ type: 'ping' })
  await Promise.all(
    staying.map((s) =>
      until('the other session is open', () => s.messages.filter((m) => m.type === 'pong').length > 1),
    ),
  )
  for (const path of every())
    assert.equal(await waitForEnd(desk.socket(path, { token: ending })), CLOSE_NO_SESSION)
  for (const socket of [...bs, ...staying]) socket.close()
  await desk.call(agent.stopStrategy, { token: a.token, params })
})

void test('a ticket opens one channel once, and none after its session has ended', async () => {
  const { ticket } = (await desk.call(account.createTicket, { token: a.token })).ok
  const first = desk.socket(channels.status, { ticket })
  await first.opened
  first.send({ type: 'ping' })
  await first.message((m) => m.type === 'pong')
  assert.equal(await waitForEnd(desk.socket(channels.status, { ticket })), CLOSE_NO_SESSION)
  first.close()
  const late = (await desk.call(account.createTicket, { token: a.token })).ok
  desk.clock.move(31_000)
  assert.equal(await waitForEnd(desk.socket(channels.status, late)), CLOSE_NO_SESSION, 'after 30 seconds')
  const token = await again(a)
  const orphan = (await desk.call(account.createTicket, { token })).ok
  await desk.call(account.logout, { token })
  assert.equal(await waitForEnd(desk.socket(channels.status, orphan)), CLOSE_NO_SESSION)
})
