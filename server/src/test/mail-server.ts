/** A real mail server on this machine, that keeps what it is given. */
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  /** The code in the n-th mail with one (from 0) to this address, once that mail is there. */
  code(to: string, n: number): Promise<string>
  /** Every code that was ever mailed. */
  codes(): string[]
}

/** For a whole test file: closed after its last test. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (data: Buffer) => void (text += data.toString('latin1')))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text })
        done()
      })
    },
  })
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
    codes: () => mails.flatMap(({ text }) => codeIn(text) ?? []),
  }
}
