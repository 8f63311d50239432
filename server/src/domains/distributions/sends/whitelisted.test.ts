// On PostgreSQL as well.
/** The switch 'Only send tokens to whitelisted pairs' and the operations that it restricts. */
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { updateProfile } from '@purser/contract/accounts.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { send, type SendBody } from '@purser/contract/transfers/sends.ts'
import { KNOWN_TOKENS, SOL_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { addWhitelistEntry, removeWhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { createRpcChain } from '../../../adapters/chain/rpc.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { startHeartbeat } from '../../../kernel/heartbeat.ts'
import { createLimiter } from '../../../kernel/concurrency/limiter.ts'
import { createLog } from '../../../kernel/log.ts'
import { startEngine } from '../../../test/engine.ts'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { FEE, fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { fundTokens } from '../../../test/tokens.ts'
import { holdUser } from '../../accounts/accounts.store.ts'
import { createWhitelist } from '../../tokens/index.ts'
import { createWallets } from '../../wallets/index.ts'
import { createSends } from './sends.service.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const stranger = async () => (await generateKeyPairSigner()).address
const bind = ({ token }: User, whitelist_only = true) =>
  call(updateProfile, { token, body: { whitelist_only } })
const list = ({ token }: User, wallet_address: string, mint_address: string) =>
  call(addWhitelistEntry, { token, body: { wallet_address, mint_address } })
const endedAs = async ({ token }: User, id = '') => {
  const read = async () => (await call(getOperation, { token, params: { id } })).ok.status
  await until('it has ended', async () => ['completed', 'partial', 'failed'].includes(await read()))
  return read()
}

async function person(wallets = 1) {
  const user = await desk.signUp()
  const [source, ...others] = await makeWallets(call, user.token, wallets)
  assert.ok(source)
  await fund(chain, source.address, 2n * SOL)
  await fundTokens(chain, source.address, BONK, 1_000_000n)
  const ask = (body: SendBody) => call(send, { token: user.token, params: { id: source.id }, body })
  return { user, source, others, ask }
}

void test('while it is on nothing leaves for an address without a pair of that very token, preview included', async () => {
  const { user, source, ask } = await person()
  const to = await stranger()
  await bind(user)
  for (const dryRun of [true, false]) {
    const refused = await ask({ to, amount: 1, dryRun })
    assert.deepEqual([refused.status, refused.fault.code], [403, 'not_whitelisted'])
    assert.equal(
      refused.fault.error,
      `${to.slice(0, 4)}...${to.slice(-4)} is not on your whitelist for SOL, and your profile only allows sends to whitelisted pairs.`,
    )
  }
  const { data } = (await list(user, to, BONK)).ok
  assert.equal((await ask({ to, amount: 1 })).status, 403)
  assert.equal(await endedAs(user, (await ask({ to, mint: BONK, amount: 1 })).ok.operation?.id), 'completed')
  await call(removeWhitelistEntry, { token: user.token, params: { id: data.id } })
  assert.match((await ask({ to, mint: BONK, amount: 1 })).fault.error, /for BONK, and your profile/)
  const [held = 0n] = await readBalances(chain, [source.address])
  assert.ok(held > SOL)
  await bind(user, false)
  assert.equal(await endedAs(user, (await ask({ to, amount: 1 })).ok.operation?.id), 'completed')
})

void test('SOL counts as either mint of wrapped SOL', async () => {
  const { user, ask } = await person()
  await bind(user)
  for (const mint of WRAPPED_SOL_MINTS) {
    const to = await stranger()
    await list(user, to, mint)
    assert.equal(await endedAs(user, (await ask({ to, amount: '0.1' })).ok.operation?.id), 'completed')
  }
})

void test('wallets of one’s own need no pair, nor do distributions among them; another user’s list counts for nothing', async () => {
  const { user, source, others, ask } = await person(3)
  const [first, second] = others
  assert.ok(first && second)
  await bind(user)
  assert.equal(
    await endedAs(user, (await ask({ to: first.address, amount: 1 })).ok.operation?.id),
    'completed',
  )
  const body = { sourceWalletId: source.id, destinations: [{ walletId: second.id, amount: '0.1' }] }
  assert.equal((await call(distributeSol, { token: user.token, body })).ok.status, 'completed')
  const [to, foreign] = [await stranger(), await desk.signUp()]
  await list(foreign, to, SOL_MINT)
  assert.equal((await ask({ to, amount: '0.1' })).status, 403)
})

void test('a switch that is turned on, and an entry that is removed, while a send is being planned hold for it', async () => {
  const log = createLog('silent')
  const { db, kind } = desk.database
  const node = createRpcChain({ url: desk.rpcUrl, log })
  const heartbeat = await startHeartbeat(db, { alone: kind === 'embedded', log })
  const key = new Uint8Array(32).fill(1)
  const wallets = createWallets({
    db,
    clock: systemClock,
    limiter: createLimiter(db, systemClock),
    masterKey: { current: () => key, candidates: () => [key] },
  })
  const journalPath = join(mkdtempSync(join(tmpdir(), 'purser-sends-')), 'transactions.jsonl')
  const engine = await startEngine({ db, chain: node, log, heartbeat, journalPath })
  const whitelist = createWhitelist({
    db,
    clock: systemClock,
    chain: node,
    accounts: {
      guards: {
        whitelistOnly: async (id, tx) => (await holdUser(tx ?? db, id, 'share'))?.whitelistOnly ?? true,
      },
      keyCodes: { require: async () => undefined },
    },
    mails: { add: async () => undefined },
  })
  let between: () => Promise<unknown> = async () => undefined
  const sends = createSends({
    chain: node,
    wallets,
    whitelist,
    transfers: {
      ...engine,
      submit: {
        ...engine.submit,
        async submit(submission) {
          await between()
          return engine.submit.submit(submission)
        },
      },
    },
  })
  try {
    const { user, source } = await person()
    const attempt = (to: string) =>
      sends.send({ userId: user.id, client: '', device: '' }, `race ${to}`, source.id, { to, amount: 1 })
    const refused = (error: unknown) => isFault(error, 'not_whitelisted')
    between = () => bind(user)
    await assert.rejects(attempt(await stranger()), refused)
    const to = await stranger()
    const { data } = (await list(user, to, SOL_MINT)).ok
    between = () => call(removeWhitelistEntry, { token: user.token, params: { id: data.id } })
    await assert.rejects(attempt(to), refused)
    assert.deepEqual((await call(listOperations, { token: user.token })).ok.operations, [])
    assert.deepEqual(await readBalances(chain, [source.address, to]), [2n * SOL, 0n])
  } finally {
    await engine.lifecycle.stop()
    await heartbeat.stop()
  }
})

void test('what was begun before the switch was turned on is finished', async () => {
  const { user, source, ask } = await person()
  const to = await stranger()
  const { ok } = await ask({ to, amount: 1 })
  await bind(user)
  assert.equal(await endedAs(user, ok.operation?.id), 'completed')
  assert.deepEqual(await readBalances(chain, [source.address, to]), [SOL - FEE, SOL])
})
