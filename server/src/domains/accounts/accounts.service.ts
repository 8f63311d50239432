/** Accounts: sign-in, sessions, profiles, and the guards of keys and funds. */
import type { Bus } from '../../kernel/bus.ts'
import { type CodesParts, sweepCodes } from './codes.ts'
import { createGuards, type GuardDefaults, type GuardListener, type Guards } from './guards.ts'
import { createKeyCodes, type KeyCodes } from './key-codes.ts'
import { createCodeMail } from './mail-codes.ts'
import { createProfiles, type Profiles } from './profile.ts'
import { createCodeHashes } from './secrets.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createSpendingLimits, type SpendingLimits } from './spending-limits.ts'

export type { Caller } from './sessions.ts'
export type AccountsParts = Omit<CodesParts, 'mail' | 'hashes'> &
  GuardDefaults & {
    /** Goes into the hashes of codes: 32 secret bytes, the same for all processes of the database. */
    pepper: Uint8Array
    bus: Bus
    /** Base of links in e-mails. */
    publicUrl: URL
    /** null: everyone may register. Entries are addresses or '@domain'. */
    allowedEmails: string[] | null
  }

export type Accounts = {
  /** Whether limits of real money hold. */
  realFunds: boolean
  signIn: SignIn
  sessions: Sessions
  profiles: Profiles
  guards: Guards
  /** Mailed codes, without which neither keys nor funds leave. */
  keyCodes: KeyCodes
  /** The limits of real money. */
  limits: SpendingLimits
  /** Sends waiting codes that may go now; an abort ends it after the present e-mail. */
  mailWaiting(signal?: AbortSignal): Promise<void>
  /** Removes what has expired. */
  sweep(): Promise<void>
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { db, limiter, realFunds, keysNeedCode } = parts
  const hashes = createCodeHashes(parts.pepper)
  const mail = createCodeMail({ ...parts, hashes })
  const defaults: GuardDefaults = { realFunds, keysNeedCode }
  const codes = { ...parts, hashes, mail, defaults }
  const listeners: GuardListener[] = []
  const guarded = { db, defaults, listeners }
  const sessions = createSessions(parts)
  const keyCodes = createKeyCodes(codes)
  return {
    realFunds,
    signIn: createSignIn(codes),
    sessions,
    profiles: createProfiles({ ...guarded, keyCodes }),
    guards: createGuards(guarded),
    keyCodes,
    limits: createSpendingLimits({ ...guarded, keyCodes }),
    mailWaiting: mail.mailWaiting,
    async sweep() {
      await sweepCodes(codes)
      await sessions.sweep()
      await limiter.sweep()
    },
  }
}
