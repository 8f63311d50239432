import { createAccounts } from '../domains/accounts/index.ts'
import { createNotifications } from '../domains/notifications/index.ts'
import { createExports, createGroups, createWallets } from '../domains/wallets/index.ts'
import type { DomainParts } from './domain-parts.ts'

/** Creates users, their wallets with groups and exports, and the notifications that they get. */
export async function createPeople(
  { config, kernel, mailer, masterKey, isReal }: DomainParts,
  opened: AsyncDisposableStack,
) {
  const { db, bus, clock, limiter, jobs } = kernel
  const { publicUrl, mailDigestSeconds: digestSeconds } = config
  const wallets = createWallets({ db, clock, limiter, masterKey })
  const accounts = createAccounts({
    db,
    bus,
    clock,
    limiter,
    mailer,
    pepper: await wallets.secrets.deskSecret(db, 'sign-in codes'),
    publicUrl,
    allowedEmails: config.allowedEmails,
    keysNeedCode: config.cluster !== 'localnet',
    realFunds: isReal,
  })
  const exports = createExports({ db, clock, limiter, jobs, mailer, accounts, masterKey })
  accounts.guards.whenSwitched(async (tx, { userId, guard, on, client }) => {
    if (guard === 'whitelist_only' && !on)
      await exports.mails.add(tx, { userId, kind: 'whitelist-off', wallets: 0, client })
  })
  const notifications = createNotifications({ ...kernel, mailer, accounts, publicUrl, digestSeconds })
  opened.defer(notifications.stop)
  return { wallets, groups: createGroups(db), accounts, exports, notifications }
}
export type People = Awaited<ReturnType<typeof createPeople>>
