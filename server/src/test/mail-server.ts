/** A real mail server on this machine, which keeps all mails. */
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

export type Received = { to: string; id: string; subject: string; text: string }
export type MailServer = {
  /** For SMTP_URL. */
  url: string
  /** The code in the n-th mail with one (from 0) to this address, once that mail has arrived. */
  code(to: string, n: number): Promise<string>
  /** The code in the newest mail with one to this address, once there is any. */
  newestCode(to: string): Promise<string>
  /** Every code that was ever mailed. */
  codes(): string[]
  /** Every mail without a code to this address, oldest first. */
  to(address: string): Received[]
  /** 'refuse': answers to try again later. 'keep silent': accepts the mail and loses the answer. */
  behave(how: 'well' | 'refuse' | 'keep silent'): void
  /** How many mails were offered to it. */
  asked(): number
}

/** For a whole test file: closed after its last test. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; text: string }[] = []
  let how: Parameters<MailServer['behave']>[0] = 'well'
  let asked = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (data: Buffer) => void (text += data.toString('latin1')))
      stream.on('end', () => {
        asked++
        if (how === 'refuse') return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text })
        if (how !== 'keep silent') done()
      })
    },
  })
  // The error of a client that disconnects while the server is silent is none of ours.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the mail server has no port')
  after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const codeIn = (text: string) => /is (\d{6})\./.exec(text)?.[1]
  return {
    url: `smtp://127.0.0.1:${bound.port}`,
    code: (to, n) =>
      until(
        `mail ${n + 1} to ${to}`,
        () => mails.filter((m) => m.to === to).flatMap((m) => codeIn(m.text) ?? [])[n],
      ),
    newestCode: (to) =>
      until(`a mail to ${to}`, () =>
        mails
          .filter((m) => m.to === to)
          .flatMap((m) => codeIn(m.text) ?? [])
          .at(-1),
      ),
    codes: () => mails.flatMap(({ text }) => codeIn(text) ?? []),
    to: (address) =>
      mails
        .filter((m) => m.to === address && codeIn(m.text) === undefined)
        .map(({ to, text }) => read(to, text)),
    behave: (next) => void (how = next),
    asked: () => asked,
  }
}

/** A mail of one part, in the format of our mailer. */
function read(to: string, raw: string): Received {
  const at = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1]?.trim() ?? ''
  const body = raw.slice(at + 4)
  const encoding = field('Content-Transfer-Encoding')
  const text =
    encoding === 'quoted-printable'
      ? Buffer.from(
          body
            .replaceAll(/=\r\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString()
      : encoding === 'base64'
        ? Buffer.from(body, 'base64').toString()
        : body
  return { to, id: field('Message-ID'), subject: field('Subject'), text }
}
