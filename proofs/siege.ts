/** The product with an owner who works on, while strangers send this many requests. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProfile, requestRegisterCode, verifyCode } from '@purser/contract/accounts.ts'
import { createAgent, listAgents } from '@purser/contract/agents/agents.ts'
import { channels } from '@purser/contract/live.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../server/src/db/client.ts'
import { seededRandom } from '../server/src/test/seeded-random.ts'
import { startTestDesk } from '../server/src/test/harness.ts'
import { startMailServer } from '../server/src/test/mail-server.ts'
import { startProduct, temporaryDir } from '../server/src/test/product.ts'
import { openSocket } from '../server/src/test/socket.ts'
import { bother } from './strangers.ts'

/** Concurrent requests and sockets of strangers. */
const AT_ONCE = 40
const OWNER = { 'x-forwarded-for': '198.51.100.7' }

const megabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
  return children.reduce((sum, child) => sum + megabytes(Number(child)), own)
}

export type Siege = {
  /** The duration of the owner's requests, in milliseconds: with nobody else, and during the strangers' requests. */
  calm: number[]
  busy: number[]
  grownMb: number
  statuses: Map<string, number>
}

/** Throws if an answer is wrong, the owner is refused something, or any of the owner's data has changed. */
export async function besiege(count: number, seed: number): Promise<Siege> {
  const mail = await startMailServer()
  const dir = temporaryDir()
  const product = await startProduct(dir, {
    PUBLIC_URL: 'https://desk.example',
    TRUST_PROXY: '1',
    ALLOWED_EMAILS: '@example.com',
    METRICS_TOKEN: 'a-token-for-metrics',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    SMTP_URL: mail.url,
  })
  const email = 'owner@example.com'
  await product.call(requestRegisterCode, { body: { email }, headers: OWNER })
  const code = await mail.newestCode(email)
  const { token } = (await product.call(verifyCode, { body: { email, code }, headers: OWNER })).ok
  const mine = { token, headers: OWNER }
  await product.call(generateWallet, { ...mine })
  await product.call(createAgent, { ...mine })
  const before = await Promise.all([
    product.call(getProfile, mine),
    product.call(listWallets, mine),
    product.call(listAgents, mine),
  ])
  const channel = openSocket(product.url, channels.status, { token }, OWNER)
  await channel.opened

  // The table of routes is the same in every process.
  const { endpoints } = (await startTestDesk({ network: 'none' })).app
  const draw = seededRandom(seed)
  const address = () => {
    const n = Math.floor(draw() * 400)
    if (n < 40) return OWNER['x-forwarded-for']
    return n < 200
      ? `203.0.113.${n}`
      : `2001:db8:0:${n.toString(16)}::${Math.floor(draw() * 65_536).toString(16)}`
  }
  const strangers = { endpoints, atOnce: AT_ONCE, random: draw, address }
  await bother(product.url, { ...strangers, count: count / 10 })
  const pid = product.child.pid ?? 0
  const weighed = megabytes(pid)

  const ask = async () => {
    const began = performance.now()
    assert.equal((await product.call(getProfile, mine)).status, 200)
    const pongs = channel.messages.filter(({ type }) => type === 'pong').length
    channel.send({ type: 'ping' })
    await channel.message(() => channel.messages.filter(({ type }) => type === 'pong').length > pongs)
    const took = performance.now() - began
    // No faster than a console: a session and a socket have limits of their own.
    await new Promise((resolve) => setTimeout(resolve, 60))
    return took
  }
  const [calm, busy]: [number[], number[]] = [[], []]
  for (let n = 0; n < 20; n++) calm.push(await ask())
  let over = false
  const told = bother(product.url, { ...strangers, count: count }).finally(() => (over = true))
  for (let n = 0; !over || n < 10; n++) busy.push(await ask())
  const { statuses, wrong } = await told
  assert.deepEqual(wrong, [])
  const grown = megabytes(pid) - weighed

  const after = await Promise.all([
    product.call(getProfile, mine),
    product.call(listWallets, mine),
    product.call(listAgents, mine),
  ])
  assert.deepEqual(
    after.map(({ text }) => text),
    before.map(({ text }) => text),
  )
  channel.close()
  assert.equal((await product.end('SIGTERM')).code, 0)

  const { db, close } = await openEmbedded({ dir: join(dir, 'db') })
  const countRows = async (table: string) => {
    const { rows } = (await db.execute(sql`select count(*)::int as n from ${sql.identifier(table)}`)) as {
      rows: { n: number }[]
    }
    return rows[0]?.n ?? -1
  }
  assert.deepEqual(
    [
      await countRows('users'),
      await countRows('sessions'),
      await countRows('wallets'),
      await countRows('agents'),
    ],
    [1, 1, 1, 1],
  )
  assert.equal(await countRows('idempotency_keys'), 0)
  await close()
  return { calm, busy, grownMb: grown, statuses }
}
