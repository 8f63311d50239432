// On PostgreSQL as well.
/** Notifications reach their user: in the list, in every console, and by e-mail where it is switched on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agents from '@purser/contract/agents/agents.ts'
import { NOTIFICATIONS_KEPT } from '@purser/contract/limits.ts'
import { channels } from '@purser/contract/live.ts'
import * as api from '@purser/contract/notifications.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { fund, makeWallets, SOL } from '../../test/money.ts'
import { trade } from '../../test/product.ts'
import { signUp } from '../../test/sign-up.ts'

const mail = await startMailServer()
const desk = await startTestDesk({ network: 'steered', env: { SMTP_URL: mail.url } })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)

let users = 0
async function person() {
  const email = `person-${++users}@example.com`
  const { token, id: userId } = await signUp(call, email, (to) => mail.code(to, 0))
  const [purse] = await makeWallets(call, token, 1)
  assert.ok(purse)
  await fund(chain, purse.address, 20n * SOL)
  const agent = async (name: string) => (await call(agents.createAgent, { token, body: { name } })).ok.id
  return {
    token,
    email,
    id: userId,
    agent,
    run: (id: number, instruction: string) => trade(call, token, id, instruction, [purse.address]),
    list: async (query: { before?: number; limit?: number } = {}) =>
      (await call(api.listNotifications, { token, query })).ok,
    want: (body: object) => call(api.changeNotificationSettings, { token, wrongBody: body }),
  }
}
const kinds = (all: api.Notification[]) =>
  all.map(({ kind, status }) => (status ? `${kind} ${status}` : kind))
const mailsInTable = async () => {
  const { rows } = (await desk.database.db.execute(
    sql`select (select count(*)::int from notification_mails) as waiting, (select count(*)::int from notification_letters) as letters`,
  )) as { rows: { waiting: number; letters: number }[] }
  return rows[0]
}

test('an end is in the list and in every console, with what the terminal says of it, and can be read', async () => {
  const ann = await person()
  const { token } = ann
  assert.deepEqual(await ann.list(), { notifications: [], unread: 0 })
  const consoles = [1, 2].map(() => desk.socket(channels.status, { token }))
  for (const socket of consoles) {
    await socket.opened
    socket.send({ type: 'ping' })
    await socket.message((m) => m.type === 'pong')
  }
  const id = await ann.agent('Night watch')
  const strategy = await ann.run(id, 'buy 0.01 SOL of BONK')
  const told = await Promise.all(consoles.map((c) => c.message((m) => m.type === 'notification')))
  const { notifications, unread } = await ann.list()
  assert.equal(unread, 1)
  assert.deepEqual(kinds(notifications), ['ended completed'])
  const [only] = notifications
  assert.ok(only)
  assert.deepEqual(
    [only.agent_id, only.agent_name, only.strategy_id, only.read],
    [id, 'Night watch', strategy, false],
  )
  const lines = (await call(agents.listTerminalLogs, { token, params: { id } })).ok
  // The heading of its status says the first word.
  const [first = '', ...rest] = only.text
  assert.equal(lines.at(-1)?.message, `Completed successfully: ${first.toLowerCase()}${rest.join('')}`)
  assert.notEqual(first, first.toLowerCase())
  for (const message of told) assert.deepEqual(message.notification, only)

  assert.equal((await call(api.readNotification, { token, params: { id: only.id } })).ok.unread, 0)
  for (const socket of consoles) await socket.message((m) => m.type === 'notifications_changed')
  assert.equal((await ann.list()).notifications[0]?.read, true)
  const bob = await person()
  for (const foreign of [only.id, 987_654_321])
    assert.equal(
      (await call(api.readNotification, { token: bob.token, params: { id: foreign } })).status,
      404,
    )
})

test('each kind is notified of as the settings say; a fill only where it is switched on', async () => {
  const ann = await person()
  assert.deepEqual(
    (await call(api.getNotificationSettings, { token: ann.token })).ok,
    api.NOTIFICATION_DEFAULTS,
  )
  const id = await ann.agent('A')
  await ann.run(id, 'buy 0.01 SOL of BONK')
  await until('it has ended', async () => (await ann.list()).unread === 1)
  const set = await ann.want({ filled: { console: true }, ended: { console: false } })
  assert.deepEqual(set.ok, {
    ...api.NOTIFICATION_DEFAULTS,
    filled: { console: true, mail: false },
    ended: { console: false, mail: false },
  })
  await ann.run(id, 'buy 0.02 SOL of BONK')
  const { notifications } = await until('the fill is told', async () => {
    const list = await ann.list()
    return list.unread === 2 && list
  })
  assert.deepEqual(kinds(notifications), ['filled', 'ended completed'])
  assert.match(notifications[0]?.text ?? '', /^Bought .+ BONK for 0\.02 SOL/)
})

test('a limit that is met is notified of before the end it leads to, and so is a stop of everything', async () => {
  const ann = await person()
  // A limit of the plan's risk, and a barrier of a bracket.
  for (const [instruction, ended] of [
    ['buy 5 SOL of BONK every 1 hour, 3 times with a stop loss of 0.01 %', 'ended stopped'],
    ['buy 5 SOL of BONK with a stop loss of 0.01 %', 'ended completed'],
  ] as const) {
    const known = (await ann.list()).unread
    await ann.run(await ann.agent('Careful'), instruction)
    const list = await until('the limit is met and it has ended', async () => {
      const now = await ann.list()
      return now.unread >= known + 2 && now
    })
    assert.deepEqual(kinds(list.notifications).slice(0, 2), [ended, 'limit'])
    assert.match(list.notifications[1]?.text ?? '', /^Stop loss: .+ \(limit 0\.01%\)/)
  }

  const bob = await person()
  const poor = await bob.agent('Poor')
  await bob.run(poor, 'buy 6 SOL of BONK every 1 second until I stop it')
  await until('it is out of funds', async () => (await bob.list()).unread > 0)
  assert.deepEqual(kinds((await bob.list()).notifications), ['ended completed'])
  await bob.run(await bob.agent('Patient'), 'buy 0.01 SOL of BONK every 1 hour, 9 times')
  await call(stopAll, { token: bob.token })
  await until('the end is told', async () => kinds((await bob.list()).notifications)[0] === 'ended stopped')
})

test('the list is paged, read up to what was seen, and kept for so many', async () => {
  const ann = await person()
  const insert = (from: number, to: number) =>
    desk.database.db.execute(sql`
    insert into notifications (user_id, kind, agent_id, agent_name, strategy_id, text)
    select ${ann.id}, 'error', 1, 'Old', gen_random_uuid(), 'Error: ' || n from generate_series(${from}::int, ${to}::int) n`)
  await insert(1, NOTIFICATIONS_KEPT)
  const seen: string[] = []
  let before: number | undefined
  do {
    const page = await ann.list({ limit: 100, ...(before === undefined ? {} : { before }) })
    seen.push(...page.notifications.map((n) => n.text))
    before = page.next
  } while (before !== undefined)
  assert.equal(new Set(seen).size, NOTIFICATIONS_KEPT)
  assert.equal(seen[0], `Error: ${NOTIFICATIONS_KEPT}`)
  const { notifications } = await ann.list({ limit: 3 })
  const third = notifications[2]?.id ?? 0
  const body = { up_to: third }
  assert.equal((await call(api.readAllNotifications, { token: ann.token, body })).ok.unread, 2)
  assert.equal((await call(api.readAllNotifications, { token: ann.token })).ok.unread, 0)
  // Nothing sweeps meanwhile, however long it takes.
  await desk.stop()
  await insert(NOTIFICATIONS_KEPT + 1, NOTIFICATIONS_KEPT + 7)
  await desk.database.db.execute(
    sql`update notifications set created_at = now() - interval '31 days' where text = 'Error: 300'`,
  )
  await desk.start()
  await until('what is beyond is swept away', async () => {
    const { rows } = (await desk.database.db.execute(
      sql`select count(*)::int as n, bool_or(text = 'Error: 300') as old, min(id) as oldest from notifications where user_id = ${ann.id}`,
    )) as { rows: { n: number; old: boolean }[] }
    return rows[0]?.n === NOTIFICATIONS_KEPT - 1 || (rows[0]?.n === NOTIFICATIONS_KEPT && !rows[0].old)
  })
})

test('e-mails wait for an unavailable mail server, come once, and hold several notifications', async () => {
  const ann = await person()
  const bob = await person()
  await ann.want({ ended: { mail: true }, filled: { mail: true } })
  mail.behave('refuse')
  const began = performance.now()
  const ids = [await ann.agent('North'), await ann.agent('S\u00fcd \u2603')]
  for (const id of ids) await ann.run(id, 'buy 0.01 SOL of BONK')
  await bob.run(await bob.agent('Secret of Bob'), 'buy 0.01 SOL of BONK')
  await until(
    'all have ended',
    async () => (await ann.list()).unread === 2 && (await bob.list()).unread === 1,
  )
  assert.ok(performance.now() - began < 10_000, 'no trade waits for a mail')
  assert.deepEqual(await mailsInTable(), { waiting: 4, letters: 0 })
  assert.deepEqual(mail.to(ann.email), [], 'what happens within a minute goes together')
  const asked = mail.asked()
  desk.clock.move(61_000)
  await until('it was tried', () => mail.asked() > asked)
  await until('it is put off', async () => (await mailsInTable())?.letters === 1)
  await desk.stop()
  await desk.start()
  mail.behave('well')
  desk.clock.move(16_000)
  const first = await until('the mail comes', () => mail.to(ann.email)[0])
  await until('it is done with', async () => (await mailsInTable())?.letters === 0)
  desk.clock.move(3_600_000)
  assert.equal(first.subject, '4 notifications from your agents')
  assert.match(first.text, /^North, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\r\nBought .+ for 0\.01 SOL/m)
  assert.match(first.text, /S\u00fcd \u2603, /)
  assert.equal(first.text.match(/Completed successfully: /g)?.length, 2)
  assert.match(first.text, /To turn them off, go to http:\/\/\S+\/profile#notifications/)
  assert.doesNotMatch(first.text, /Bob/)
  assert.deepEqual(mail.to(bob.email), [], 'mails are off unless they are wanted')
  assert.equal(mail.to(ann.email).length, 1)
})

test('an e-mail whose answer is lost comes again as the same e-mail, and what is switched off is not sent', async () => {
  const ann = await person()
  await ann.want({ ended: { mail: true } })
  const id = await ann.agent('Twice')
  await ann.run(id, 'buy 0.01 SOL of BONK')
  await until('it has ended', async () => (await ann.list()).unread === 1)
  mail.behave('keep silent')
  desk.clock.move(61_000)
  await until('it was taken and not answered', () => mail.to(ann.email).length === 1)
  // A process that dies before it hears the server's answer leaves it like this.
  await desk.stop()
  mail.behave('well')
  await desk.start()
  desk.clock.move(3_600_000)
  const [first, second] = await until('it comes again', () => {
    const all = mail.to(ann.email)
    return all.length > 1 && all
  })
  assert.ok(first?.id && first.id === second?.id, `${first?.id} and ${second?.id}`)
  await until('it is done with', async () => (await mailsInTable())?.letters === 0)

  await ann.run(id, 'buy 0.01 SOL of BONK')
  await until('it has ended again', async () => (await ann.list()).unread === 2)
  await until('a mail waits', async () => (await mailsInTable())?.waiting === 1)
  await ann.want({ ended: { mail: false } })
  assert.deepEqual(await mailsInTable(), { waiting: 0, letters: 0 })
})
