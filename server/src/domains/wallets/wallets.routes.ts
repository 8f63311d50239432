import type { BodyIn } from '@purser/contract/endpoint.ts'
import * as api from '@purser/contract/wallets/wallets.ts'
import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import type { Call, Router } from '../../kernel/http/route.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Exports } from './exports/exports.ts'
import { packBulk, type PackedBulk, unpackBulk } from './creation/packed.ts'
import { parseId } from './views.ts'
import type { Wallets } from './wallets.ts'

const done = { success: true as const }
const atomic = { atomic: true }

const toImport = ({ keys, name, namePrefix, groupId = null }: BodyIn<typeof api.importWallets>) => ({
  keys,
  name,
  namePrefix,
  groupId,
})

export type WalletRouteParts = {
  wallets: Wallets
  accounts: Accounts
  exports: Exports
  /** Resolves when commits survive a loss of power: a new key is on the disk before it is answered. */
  sync: () => Promise<void>
}

export function walletRoutes(router: Router, { wallets, accounts, exports, sync }: WalletRouteParts): void {
  const parts = { wallets, accounts, exports, settled: groupCommit(sync) }
  exportRoutes(router, exports)
  generateRoutes(router, parts)
  bulkRoutes(router, parts)
  keyRoutes(router, parts)

  router.serve(api.listWallets, ({ caller, query: { groupId } }) =>
    wallets.views.listWithGroups(caller.userId, groupId === undefined ? null : { groupId }),
  )
  router.serve(api.listUngrouped, ({ caller }) => wallets.views.listWithGroups(caller.userId, 'ungrouped'))
  router.serve(api.getWallet, ({ caller, params }) =>
    wallets.views.get(caller.userId, parseId(params.id, 'Wallet')),
  )
  router.serve(
    api.updateWallet,
    ({ db, caller, params, body }) =>
      wallets.changes.update(db, caller.userId, parseId(params.id, 'Wallet'), body),
    atomic,
  )

  router.serve(api.connectWallet, async ({ caller, body }) => {
    await wallets.connections.connect(caller, body.walletAddress)
    return { success: true as const, message: 'Wallet connected' }
  })

  router.serve(api.disconnectWallet, async ({ caller }) => {
    await wallets.connections.disconnect(caller.sessionId)
    return { success: true as const, message: 'Wallet disconnected' }
  })
}

type KeyRouteParts = Omit<WalletRouteParts, 'sync'> & { settled: () => Promise<void> }

/** Routes for many new keys at once: generated here, or imported. */
function bulkRoutes(router: Router, { wallets, accounts, exports, settled }: KeyRouteParts): void {
  router.serve(
    api.generateBulk,
    async ({ db, caller, body, client, device }) => {
      const { wallets: made, group_id } = await wallets.creation.generateBulk(db, caller.userId, {
        count: body.count,
        namePrefix: body.namePrefix,
        groupId: body.groupId ?? null,
        newGroup: body.createNewGroup ? (body.newGroupName ?? '') : null,
        client,
        device,
      })
      return { ...done, count: made.length, group_id, wallets: made }
    },
    // A repeated request gets the same answer; what all wallets share is stored once.
    { atomic: true, settled, remember: packBulk, recall: async (packed: PackedBulk) => unpackBulk(packed) },
  )

  router.serve(
    api.importWallets,
    async ({ db, caller: { userId }, body, client, device }) => {
      const imported = await wallets.creation.import(db, userId, { ...toImport(body), client, device })
      const count = imported.wallets.length
      await exports.mails.add(db, { userId, kind: 'import', wallets: count, client })
      return { ...done, count, ...imported }
    },
    {
      atomic: true,
      settled,
      // Others may hold the key of an imported wallet.
      async allow({ caller, body }) {
        await wallets.creation.checkImport(caller.userId, toImport(body))
        await accounts.keyCodes.require(caller, body.code, 'import')
      },
    },
  )
}

/** Routes that destroy or show keys. */
function keyRoutes(router: Router, { wallets, accounts, exports }: KeyRouteParts): void {
  router.serve(api.deleteWallet, async ({ caller, params, body, client, device }) => {
    const { userId } = caller
    const { code, ...confirmation } = body ?? {}
    const removed = await wallets.changes.remove(userId, parseId(params.id, 'Wallet'), {
      ...confirmation,
      client,
      device,
      allow: () => accounts.keyCodes.require(caller, code, 'delete'),
      notify: (tx, about) => exports.mails.add(tx, { userId, kind: 'delete', wallets: 1, client, about }),
    })
    return { ...done, ...removed }
  })

  router.serve(api.revealKey, async ({ caller, body, client, device }) => {
    await wallets.lookups.getByAddresses(caller.userId, [body.address])
    await accounts.keyCodes.require(caller, body.code, 'reveal')
    return { private_key: await wallets.keys.reveal(caller.userId, body.address, { client, device }) }
  })
}

/** A wallet is made also where its key needs a code and none came: the key is withheld then. */
function generateRoutes(router: Router, { wallets, accounts, exports, settled }: KeyRouteParts): void {
  type Generate = typeof api.generateWallet
  const answer = (wallet: api.GeneratedWallet, wanted: boolean): api.GeneratedWallet =>
    wanted && wallet.private_key === undefined ? { ...wallet, key_withheld: true } : wallet
  for (const endpoint of [api.generateWallet, api.generateWalletAlias])
    router.serve(
      endpoint,
      async ({ db, caller: { userId }, body, client, device }: Call<Generate>) => {
        const { name, key: wanted = true, code } = body ?? {}
        const key = wanted && (code !== undefined || !(await accounts.guards.keysNeedCode(userId, db)))
        const wallet = await wallets.creation.generate(db, userId, { name, key, client, device })
        if (key && accounts.realFunds)
          await exports.mails.add(db, { userId, kind: 'generate', wallets: 1, client, about: wallet.name })
        return answer(wallet, wanted)
      },
      {
        atomic: true,
        settled,
        async allow({ caller, body: { key, code } = {} }) {
          // Checked even where none is needed: an unchecked one must open nothing if the switch is turned on meanwhile.
          if (key !== false && code !== undefined) await accounts.keyCodes.check(caller, code, 'generate')
        },
        remember: (wallet) => ({ id: wallet.id }),
        async recall(stored: { id: number }, { caller: { userId }, body, client, device }) {
          const wanted = body?.key ?? true
          // The code of the first request is used up.
          const key = wanted && !(await accounts.profiles.get(userId)).keys_need_code
          return answer(await wallets.creation.regenerate(userId, stored.id, { key, client, device }), wanted)
        },
      },
    )
}

/** Export of keys in bulk. */
function exportRoutes(router: Router, exports: Exports): void {
  router.serve(api.chatbotData, async ({ caller, client, device, query: { code } }) => ({
    wallets: await exports.forChat({ ...caller, client, device, code }),
  }))
  router.serve(api.exportWallets, ({ caller, client, device, query: { code, groupId = null, keys } }) =>
    exports.spreadsheet({ ...caller, client, device, code }, { groupId, keys: keys !== 'false' }),
  )
  router.serve(api.exportAllWallets, ({ caller, client, device, query: { code, keys } }) =>
    exports.text({ ...caller, client, device, code }, { keys: keys !== 'false' }),
  )
  router.serve(api.exportSpreadsheet, ({ caller, client, device, body: { code, ...wanted } }) =>
    exports.file({ ...caller, client, device, code }, 'spreadsheet', wanted),
  )
  router.serve(api.exportText, ({ caller, client, device, body: { code, ...wanted } }) =>
    exports.file({ ...caller, client, device, code }, 'text', wanted),
  )
}
