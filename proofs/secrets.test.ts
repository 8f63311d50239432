/** No key, code, token or ticket is ever written down in clear: not in a log, a table or a file. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as account from '@purser/contract/accounts.ts'
import * as agent from '@purser/contract/agents/agents.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { buildPath } from '@purser/contract/endpoint.ts'
import { channels } from '@purser/contract/live.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import * as wallet from '@purser/contract/wallets/wallets.ts'
import { getBase58Decoder, getBase58Encoder } from '@solana/kit'
import { eq, sql } from 'drizzle-orm'
import { codes } from '../server/src/domains/accounts/accounts.tables.ts'
import { dataKeys, deskSecrets, systemWallets } from '../server/src/domains/wallets/wallets.tables.ts'
import { generateSecret, toBase58 } from '../server/src/domains/wallets/keys/keys.ts'
import { unseal } from '../server/src/kernel/vault.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { withBooks } from './ledger.ts'
import { startMailServer } from '../server/src/test/mail-server.ts'
import { codeForm, files, keyForms, type SecretForm, search, tables, textForms } from './secret-scan.ts'
import { startProduct, temporaryDir, trade } from '../server/src/test/product.ts'
import { openSocket } from '../server/src/test/socket.ts'
import { until } from '../server/src/test/until.ts'

const toBytes = (base58: string) => new Uint8Array(getBase58Encoder().encode(base58))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The ways in which people paste a key. */
function pasted(key: string): string[] {
  const bytes = toBytes(key)
  const seed = bytes.subarray(0, 32)
  return [
    key,
    `[${[...bytes].join(',')}]`,
    `[${[...bytes].join(', ')}]`,
    `[${[...seed].join(',')}]`,
    `5 [${[...bytes].join(' , ')}] 7`,
    `64\n${[...bytes].join('\n')}`,
    JSON.stringify([...bytes], null, 2),
    [...bytes].map((n) => `0x${n.toString(16).padStart(2, '0')}`).join(' '),
    toHex(bytes),
    `0x${toHex(bytes).toUpperCase()}`,
    toHex(seed),
    Buffer.from(bytes).toString('base64'),
    `(${key})`,
    `key:${key}.`,
  ]
}

/** The keys of the desk itself, which no answer ever holds. */
async function systemKeys(dataDir: string): Promise<SecretForm[]> {
  const master = new Uint8Array(
    Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64'),
  )
  return withBooks(dataDir, async (db) => {
    const keys = (await db.select().from(dataKeys)).map(({ owner, sealedKey }) => ({
      owner,
      key: unseal(master, sealedKey, `data-key:${owner}`),
    }))
    const system = keys.find(({ owner }) => owner === 'system')?.key
    assert.ok(system)
    const own = await db.select().from(systemWallets)
    assert.deepEqual(own.map(({ role }) => role).sort(), ['faucet', 'market-maker'])
    return [
      ...keys.flatMap(({ owner, key }) => keyForms(`data key of ${owner}`, key)),
      ...(await db.select().from(deskSecrets)).flatMap(({ name, sealedSecret }) =>
        keyForms(`secret for ${name}`, unseal(system, sealedSecret, `secret:desk:${name}`)),
      ),
      ...own.flatMap(({ role, sealedKey }) =>
        keyForms(`key of the ${role}`, unseal(system, sealedKey, `system:${role}`)),
      ),
    ]
  })
}

void test('a whole run with a mail server leaves no secret in any output, table or file', {
  skip: onPostgres,
}, async () => {
  const mail = await startMailServer()
  const dataDir = temporaryDir()
  const env = { SMTP_URL: mail.url, LOG_LEVEL: 'trace' }
  let product = await startProduct(dataDir, env)
  const { call, url } = product
  const email = 'keeper@example.com'

  await call(account.requestRegisterCode, { body: { email } })
  const wrong = await call(account.verifyCode, { body: { email, code: '000000' } })
  assert.equal(wrong.status, 401)
  const first = (await call(account.verifyCode, { body: { email, code: await mail.code(email, 0) } })).ok
  await call(account.requestLoginCode, { body: { email } })
  const second = (await call(account.verifyCode, { body: { email, code: await mail.code(email, 1) } })).ok
  const { token } = second
  assert.equal((await call(account.readOutbox, { query: { to: email } })).status, 404)

  const made = [
    (await call(wallet.generateWallet, { token, key: randomUUID() })).ok,
    (await call(wallet.generateWalletAlias, { token, key: 'the-same-twice' })).ok,
  ]
  assert.deepEqual((await call(wallet.generateWalletAlias, { token, key: 'the-same-twice' })).ok, made[1])
  const [{ address, private_key: key }] = made as [wallet.WalletWithKey]
  assert.equal((await call(wallet.revealKey, { token, body: { address } })).ok.private_key, key)
  const brought = generateSecret()
  const broughtKey = toBase58(brought.secret)
  const twice = `${broughtKey}\n[${[...brought.secret].join(',')}]\n${broughtKey}1`
  const imported = await call(wallet.importWallets, { token, body: { keys: twice }, key: randomUUID() })
  assert.deepEqual(
    imported.ok.results.map((r) => r.status),
    ['imported', 'duplicate', 'failed'],
  )
  const bulk = { count: 20, namePrefix: 'Many' }
  assert.equal((await call(wallet.generateBulk, { token, body: bulk, key: randomUUID() })).status, 201)
  const left = (await call(wallet.chatbotData, { token })).ok.wallets
  assert.equal(left.length, 23)
  for (const endpoint of [wallet.exportWallets, wallet.exportAllWallets])
    assert.equal((await call(endpoint, { token })).status, 200)
  await call(account.updateProfile, { token, body: { keys_need_code: true } })
  assert.equal((await call(wallet.revealKey, { token, body: { address } })).status, 403)
  await call(account.requestKeyCode, { token, body: { purpose: 'reveal' } })
  const code = await mail.code(email, 2)
  assert.equal((await call(wallet.revealKey, { token, body: { address, code } })).ok.private_key, key)
  await call(account.requestKeyCode, { token, body: { purpose: 'import' } })
  const again = { keys: toBase58(generateSecret().secret), code: await mail.code(email, 3) }
  const gone = (await call(wallet.importWallets, { token, body: again, key: randomUUID() })).ok.wallets[0]
  assert.equal((await call(wallet.deleteWallet, { token, params: { id: gone?.id ?? 0 } })).status, 200)
  const keyless = (await call(wallet.generateWalletAlias, { token, key: 'the-same-twice' })).ok
  const { private_key: _, ...withoutKey } = made[1] ?? {}
  assert.deepEqual(keyless, { ...withoutKey, key_withheld: true })
  const log = await call(listAudit, { token, query: { limit: 200 } })
  assert.ok(log.ok.rows.length >= 8 && !log.text.includes(again.keys) && !log.text.includes(key))
  await call(requestFaucet, { token, body: { address, sol: 2 }, key: randomUUID() })

  const { id, external_id: externalId } = (await call(agent.createAgent, { token })).ok
  const params = { id }
  for (const text of pasted(key)) {
    const said = await call(agent.addChat, {
      token,
      params,
      body: { role: 'user', content: `Here is it: ${text} ` },
      key: randomUUID(),
    })
    assert.match(said.ok.content, /\[REDACTED\]/)
    const line = await call(agent.addTerminalLog, { token, params, body: { message: `key ${text}` } })
    assert.match(line.ok.message, /\[REDACTED\]/)
    for (const instruction of [`what is ${text}`, `buy 0.01 SOL of BONK with ${text}`]) {
      const { text: answer } = await call(agent.parseInstruction, { token, params, body: { instruction } })
      assert.ok(!answer.includes(text.slice(4, 40)), answer)
    }
  }

  const { ticket } = (await call(account.createTicket, { token })).ok
  const byTicket = openSocket(url, buildPath(channels.logs, { externalId }), { ticket })
  const byToken = openSocket(url, buildPath(channels.chat, { externalId }), { token })
  await Promise.all([byTicket.opened, byToken.opened])
  await trade(call, token, id, 'buy 0.01 SOL of BONK every 3 seconds, 2 times', [address])
  await byTicket.message((m) => m.type === 'log' && JSON.stringify(m).includes('Bought'))
  await until('the strategy completes', async () => {
    const [strategy] = (await call(agent.listStrategies, { token, params })).ok
    return strategy?.status === 'completed'
  })
  // A ticket and a code that nobody uses stay in the database longest.
  const unused = (await call(account.createTicket, { token })).ok.ticket
  await call(account.requestKeyCode, { token, body: { purpose: 'reveal' } })
  await mail.code(email, 4)
  await call(account.logout, { token })
  assert.equal((await product.end('SIGTERM')).code, 0)
  // A second start reads, restores and sweeps everything once.
  const said = [product.stdout(), product.stderr()]
  product = await startProduct(dataDir, env)
  assert.equal((await product.end('SIGTERM')).code, 0)
  said.push(product.stdout(), product.stderr())

  const places = [
    { name: 'the output', text: said.join('\n') },
    ...(await tables(dataDir)),
    ...files(dataDir).filter(({ name }) => name !== 'master.key'),
  ]
  const master = readFileSync(join(dataDir, 'master.key'), 'utf8').trim()
  assert.equal(mail.codes().length, 5)
  const forms = [
    ...left.flatMap((w) => keyForms(`key of ${w.name}`, toBytes(w.private_key))),
    ...keyForms('a key that came in and went', toBytes(again.keys)),
    ...(await systemKeys(dataDir)),
    ...keyForms('the master key', new Uint8Array(Buffer.from(master, 'base64'))),
    ...[first.token, second.token].flatMap((t) => textForms('a token', t)),
    ...[ticket, unused].flatMap((t) => textForms('a ticket', t)),
    ...mail.codes().map(codeForm),
  ]
  assert.deepEqual(search(places, forms), [])

  // The search itself finds known data: the address, in text and as bytes.
  const seen = (secret: SecretForm) => search(places, [secret]).map((found) => found.split(' in ')[1])
  assert.ok(seen({ name: 'address', form: address }).includes('table public.wallets'))
  assert.ok(seen({ name: 'address', form: address }).some((place) => place?.startsWith('db/')))
  const raw = Buffer.from(toBytes(address))
  assert.ok(
    seen({ name: 'raw', form: raw.toString('latin1') }).some((place) => place?.startsWith('localnet')),
  )
  assert.ok(seen({ name: 'hex', form: raw.toString('hex') }).includes('table public.transactions'))
  assert.ok(said[0]?.includes('"level":"debug"') || said[0]?.includes('"level":"info"'))
  assert.ok(places.some(({ name }) => name.startsWith('journal/')))
  assert.equal(getBase58Decoder().decode(toBytes(key)), key)
})

void test('without a mail server only the outbox and its console line hold codes, until they are used, replaced or expired', {
  skip: onPostgres,
}, async () => {
  const dataDir = temporaryDir()
  let product = await startProduct(dataDir)
  const email = 'local@example.com'
  const outbox = async () => (await product.call(account.readOutbox, { query: { to: email } })).ok
  const newest = async () => /\b\d{6}\b/.exec((await outbox())[0]?.text ?? '')?.[0] ?? ''
  const holders = async (code: string) =>
    search(await tables(dataDir), [codeForm(code)]).map((found) => found.split(' in ')[1])

  await product.call(account.requestRegisterCode, { body: { email } })
  const used = await newest()
  const { token } = (await product.call(account.verifyCode, { body: { email, code: used } })).ok
  assert.ok(!JSON.stringify(await outbox()).includes(used), 'blanked by use')
  await product.call(account.requestKeyCode, { token, body: { purpose: 'reveal' } })
  const replaced = await newest()
  await product.call(account.requestKeyCode, { token, body: { purpose: 'reveal' } })
  const open = await newest()
  assert.ok(!JSON.stringify(await outbox()).includes(replaced), 'blanked by the next one')
  assert.match(product.stdout(), new RegExp(`\\b${open}\\b`), 'the console tells it')
  assert.equal((await product.end('SIGTERM')).code, 0)
  assert.deepEqual(await holders(used), [])
  assert.deepEqual(await holders(replaced), [])
  assert.deepEqual(await holders(open), ['table public.outbox_mails'])

  await withBooks(dataDir, (db) =>
    db.update(codes).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(codes.email, email)),
  )
  product = await startProduct(dataDir)
  await until('the expired code is blanked', async () => !JSON.stringify(await outbox()).includes(open))
  assert.equal((await outbox()).length, 3, 'the mails themselves are still there')
  assert.equal((await product.end('SIGTERM')).code, 0)
  assert.deepEqual(await holders(open), [])
})
