// On PostgreSQL as well.
/** A code for keys and funds serves the purpose that it was asked for, and nothing else. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readOutbox, requestKeyCode, updateProfile } from '@purser/contract/accounts.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { CODE_PURPOSES, type CodePurpose } from '@purser/contract/fault-texts.ts'
import * as wallets from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { createApp } from '../../app.ts'
import { openPostgres } from '../../db/client.ts'
import { createLog } from '../../kernel/log.ts'
import { openMasterKey } from '../../master-key.ts'
import { type Call, createClient } from '../../test/client.ts'
import { startTestDesk, type User } from '../../test/harness.ts'
import { fund, SOL } from '../../test/money.ts'
import { opensDataKeys } from '../wallets/index.ts'
import { generateSecret, toBase58 } from '../wallets/keys/keys.ts'

const endings: (() => Promise<void>)[] = []
after(async () => {
  for (const end of endings) await end()
})
const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const QUARTER_OF_AN_HOUR_MS = 900_000

/** A user whose keys need a code, with a wallet that holds funds. */
async function guarded() {
  const user = await desk.signUp()
  const { token } = user
  const { ok: purse } = await call(wallets.generateWallet, { token, body: { name: 'Purse', key: false } })
  await fund(chain, purse.address, SOL)
  await call(updateProfile, { token, body: { keys_need_code: true, whitelist_only: true } })
  return { user, purse }
}

/** Calls that ask for a code. Ends of operations and wide slippage are tested beside them; no route asks for `grant` yet. */
const USES: Partial<
  Record<
    CodePurpose,
    (user: User, purse: wallets.Wallet, code: string) => Promise<{ status: number; text: string }>
  >
> = {
  generate: ({ token }, _, code) => call(wallets.generateWallet, { token, body: { code } }),
  reveal: ({ token }, { address }, code) => call(wallets.revealKey, { token, body: { address, code } }),
  export: ({ token }, _, code) => call(wallets.chatbotData, { token, query: { code } }),
  import: ({ token }, _, code) =>
    call(wallets.importWallets, { token, body: { keys: toBase58(generateSecret().secret), code } }),
  limits: ({ token }, _, code) => call(updateProfile, { token, body: { whitelist_only: false, code } }),
  delete: ({ token }, { id, name }, code) =>
    call(wallets.deleteWallet, { token, params: { id }, body: { acknowledged: true, name, code } }),
}

const WORDS: Record<CodePurpose, string> = {
  generate: 'show the private key of a new Purser wallet',
  reveal: 'show a private key in Purser',
  export: 'export private keys from Purser',
  import: 'import private keys into Purser',
  delete: 'delete a Purser wallet that holds funds',
  limits: 'raise a limit, turn off a safeguard or add to the whitelist in Purser',
  slippage: 'start a plan with more than 3% slippage in Purser',
  resolve: 'mark an operation as not sent in Purser',
  sale: 'sell a token at any price in Purser',
  grant: 'grant an outside agent access to Purser',
}

test('a code is asked for with its purpose, one of ten, and its mail says it in words', async () => {
  const { token, email } = await desk.signUp()
  for (const wrongBody of [undefined, {}, { purpose: 'keys' }, { purpose: 'login' }])
    assert.equal((await call(requestKeyCode, { token, wrongBody })).status, 400, JSON.stringify(wrongBody))
  assert.equal(CODE_PURPOSES.length, 10)
  for (const purpose of CODE_PURPOSES) {
    desk.clock.move(QUARTER_OF_AN_HOUR_MS)
    const code = await desk.keyCode({ token, email }, purpose)
    const [mail] = (await call(readOutbox, { query: { to: email } })).ok
    assert.ok(mail?.text.startsWith(`Your code to ${WORDS[purpose]} is ${code}.`), mail?.text)
  }
})

for (const purpose of CODE_PURPOSES)
  test(`a code for ${purpose} serves nothing else`, async () => {
    const { user, purse } = await guarded()
    const failed = async () =>
      (await call(listAudit, { token: user.token })).ok.rows.filter(({ type }) => type === 'key-code-failed')
        .length
    const others = Object.entries(USES).filter(([other]) => other !== purpose)
    for (const [other, use] of others) {
      desk.clock.move(QUARTER_OF_AN_HOUR_MS)
      const { status, text } = await use(user, purse, await desk.keyCode(user, purpose))
      assert.equal(status, 403, `${other}: ${text}`)
      assert.match(text, /wrong_key_code/, other)
    }
    assert.equal(await failed(), others.length)
    const use = USES[purpose]
    if (!use) return
    desk.clock.move(QUARTER_OF_AN_HOUR_MS)
    const code = await desk.keyCode(user, purpose)
    const { status, text } = await use(user, purse, code)
    assert.ok(status < 300, text)
    assert.equal(await failed(), others.length)
  })

test('a try for another purpose is a wrong try: the fifth ends the code for its own as well', async () => {
  const { user, purse } = await guarded()
  const code = await desk.keyCode(user, 'reveal')
  for (let n = 0; n < 4; n++) assert.equal((await USES.export?.(user, purse, code))?.status, 403)
  assert.equal((await USES.reveal?.(user, purse, code))?.status, 200, 'one try was left')
  const second = await desk.keyCode(user, 'reveal')
  for (let n = 0; n < 5; n++) assert.equal((await USES.export?.(user, purse, second))?.status, 403)
  assert.equal((await USES.reveal?.(user, purse, second))?.status, 403)
})

test('a code of before purposes were named serves nothing', async () => {
  const { user, purse } = await guarded()
  const code = await desk.keyCode(user, 'reveal')
  await desk.database.db.execute(
    sql`update sign_in_codes set purpose = 'keys' where email = ${user.email} and purpose = 'reveal'`,
  )
  for (const [purpose, use] of Object.entries(USES))
    assert.equal((await use(user, purse, code)).status, 403, purpose)
})

/** Another process on the database, which the desk's bus does not reach. */
async function startNeighbour() {
  const { url } = desk.database
  const log = createLog('silent')
  const database = url === null ? desk.database : await openPostgres(url, log)
  const { config } = desk
  const app = await createApp({
    config: { ...config, rpcUrl: desk.rpcUrl, wsUrl: null },
    database,
    masterKey: await openMasterKey(config.masterKey, config.dataDir, (key) =>
      opensDataKeys(database.db, key),
    ),
    log,
    version: 'test',
    console: config.dataDir,
    clock: desk.clock,
    beside: true,
  })
  let ending: Promise<void> | null = null
  async function end(): Promise<void> {
    await app.close()
    if (database !== desk.database) await database.close()
  }
  const close = () => (ending ??= end())
  endings.push(close)
  return { neighbour: createClient(await app.http.listen({ host: config.host, port: 0 })), close }
}

for (const deep of [false, true])
  test(`codes serve on in every process while ${deep ? 'data keys are replaced' : 'the master key is changed'}: in one of before, and after a restart`, async () => {
    const { user, purse } = await guarded()
    const { neighbour, close } = await startNeighbour()
    const receiveCode = async (process: Call): Promise<string> => {
      assert.equal(
        (await process(requestKeyCode, { token: user.token, body: { purpose: 'limits' } })).status,
        200,
      )
      return desk.readCode(user.email)
    }
    // Nothing sealed is needed for it: a process with the former master key opens no key any more.
    const serves = async (process: Call, code: string) => {
      const changed = { first_name: 'Ann', last_name: 'Lee', whitelist_only: false, code }
      const { status, text } = await process(updateProfile, { token: user.token, body: changed })
      assert.equal(status, 200, text)
      const body = { whitelist_only: true }
      assert.equal((await process(updateProfile, { token: user.token, body })).status, 200)
    }
    const early = await receiveCode(call)
    await desk.app.rotation.rotate({ deep })
    await serves(neighbour, early)
    await serves(neighbour, await receiveCode(call))
    await serves(call, await receiveCode(neighbour))
    const late = await receiveCode(neighbour)
    await close()
    await desk.stop()
    await desk.start()
    await serves(call, late)
    const code = await desk.keyCode(user, 'reveal')
    const answer = await USES.reveal?.(user, purse, code)
    assert.equal(answer?.status, 200, answer?.text)
  })
