import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readOutbox, requestRegisterCode, verifyCode } from '@purser/contract/accounts.ts'
import { getStatus } from '@purser/contract/system.ts'
import { generateWallet, revealKey } from '@purser/contract/wallets/wallets.ts'
import { SMTPServer } from 'smtp-server'
import { openEmbedded } from '../../db/client.ts'
import { createClient } from '../../test/client.ts'
import { dumpDatabase } from '../../test/database.ts'
import { startProgram } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const mails: string[] = []
let refusals = 0
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _, done) =>
    username === 'purser' && password === 'pass-w0rd-of-mail'
      ? done(null, { user: username })
      : done(new Error('who?')),
  onData(stream, _, done) {
    let text = ''
    stream.on('data', (chunk) => (text += String(chunk)))
    stream.on('end', () => {
      if (refusals > 0) {
        refusals--
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      }
      mails.push(text)
      done()
    })
  },
  allowInsecureAuth: true,
  logger: false,
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
after(() => server.close())

test('with a mail server codes go out by mail, and no code, token or key is in any output or table', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'purser-smtp-'))
  const { port } = server.server.address() as AddressInfo
  const desk = await startProgram({
    DATA_DIR,
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://purser:pass-w0rd-of-mail@127.0.0.1:${port}`,
  })
  const call = createClient(desk.url)
  assert.equal((await call(getStatus)).ok.outbox, false)
  // The first delivery is refused: the mail must not be lost.
  refusals = 1
  const email = 'ann@example.com'
  assert.equal((await call(requestRegisterCode, { body: { email } })).status, 200)
  const mail = await until('the mail arrives', () => mails[0])
  assert.match(mail, /To: ann@example\.com/)
  const code = /\b\d{6}\b/.exec(mail.split('\r\n\r\n')[1] ?? '')?.[0] ?? ''
  assert.equal((await call(readOutbox)).status, 404)
  await call(verifyCode, { body: { email, code: code === '000000' ? '000001' : '000000' } })
  const { token } = (await call(verifyCode, { body: { email, code } })).ok
  const wallet = (await call(generateWallet, { token, key: 'k' })).ok
  await call(revealKey, { token, body: { address: wallet.address } })
  assert.equal(await desk.kill('SIGTERM'), 0)

  const database = await openEmbedded({ dir: join(DATA_DIR, 'db') })
  const stored = await dumpDatabase(database.db)
  await database.close()
  assert.ok(stored.includes(email) && desk.output().includes('ready'), 'the search finds what is there')
  for (const secret of [token, wallet.private_key ?? 'no key', 'pass-w0rd-of-mail']) {
    assert.ok(!stored.includes(secret))
    assert.ok(!desk.output().includes(secret))
  }
  // Six digits alone may be part of any number.
  assert.ok(!new RegExp(`(?<![\\d.])${code}(?![\\d.])`).test(stored), 'code in the database')
  assert.ok(!new RegExp(`(?<![\\d.])${code}(?![\\d.])`).test(desk.output()), 'code in the output')
})
