/** Thousands of requests and sockets of strangers, some from the owner's own address, change nothing for the owner. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { getProfile, requestRegisterCode, verifyCode } from '@purser/contract/accounts.ts'
import { createAgent, listAgents } from '@purser/contract/agents.ts'
import { channels } from '@purser/contract/live.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets.ts'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../../db/client.ts'
import { startTestDesk } from '../harness.ts'
import { chance, seed } from '../chance.ts'
import { startMailServer } from '../mail-server.ts'
import { startProduct, temporaryDir } from '../product.ts'
import { openSocket } from '../socket.ts'
import { bother } from '../strangers.ts'

const COUNT = Number(process.env.PROOF_STRANGERS ?? 4_000)
/** Requests and sockets that strangers have under way. */
const AT_ONCE = 40
/** The owner's requests may take so long while that goes on; nothing else may change. */
const PATIENCE_MS = 5_000
const GROWTH_MB = 200
const OWNER = { 'x-forwarded-for': '198.51.100.7' }

const megabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
  return children.reduce((sum, child) => sum + megabytes(Number(child)), own)
}

test(`${COUNT} requests of strangers change nothing (seed ${seed})`, {
  skip: process.platform !== 'linux',
}, async () => {
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
  const draw = chance(seed)
  const address = () => {
    const n = Math.floor(draw() * 400)
    if (n < 40) return OWNER['x-forwarded-for']
    return n < 200
      ? `203.0.113.${n}`
      : `2001:db8:0:${n.toString(16)}::${Math.floor(draw() * 65_536).toString(16)}`
  }
  const strangers = { endpoints, atOnce: AT_ONCE, chance: draw, address }
  await bother(product.url, { ...strangers, count: COUNT / 10 })
  const pid = product.child.pid ?? 0
  const weighed = megabytes(pid)

  let over = false
  const told = bother(product.url, { ...strangers, count: COUNT }).finally(() => (over = true))
  let slowest = 0
  for (let n = 0; !over || n < 10; n++) {
    const began = performance.now()
    assert.equal((await product.call(getProfile, mine)).status, 200)
    channel.send({ type: 'ping' })
    await channel.message(() => channel.messages.filter(({ type }) => type === 'pong').length > n)
    slowest = Math.max(slowest, performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  const { statuses, wrong } = await told
  assert.deepEqual(wrong, [])
  assert.ok(slowest < PATIENCE_MS, `the owner waited ${slowest.toFixed(0)} ms`)
  assert.ok((statuses.get('401') ?? 0) > COUNT / 20, JSON.stringify([...statuses]))
  assert.ok((statuses.get('ws 4401') ?? 0) > COUNT / 100, JSON.stringify([...statuses]))
  const grown = megabytes(pid) - weighed
  assert.ok(grown < GROWTH_MB, `it has grown by ${grown.toFixed(0)} MB`)

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
  const count = async (table: string) => {
    const { rows } = (await db.execute(sql`select count(*)::int as n from ${sql.identifier(table)}`)) as {
      rows: { n: number }[]
    }
    return rows[0]?.n ?? -1
  }
  assert.deepEqual(
    [await count('users'), await count('sessions'), await count('wallets'), await count('agents')],
    [1, 1, 1, 1],
  )
  assert.equal(await count('idempotency_keys'), 0)
  await close()
})
