import * as api from '@purser/contract/wallets.ts'
import type { Call, Router } from '../../kernel/route.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Exports } from './exports.ts'
import { packBulk, type PackedBulk, unpackBulk } from './packed.ts'
import { idOf } from './views.ts'
import type { Wallets } from './wallets.service.ts'

const done = { success: true as const }
const atomic = { atomic: true }

export function walletRoutes(router: Router, wallets: Wallets, accounts: Accounts): void {
  type Generate = typeof api.generateWallet
  for (const endpoint of [api.generateWallet, api.generateWalletAlias])
    router.serve(
      endpoint,
      ({ db, caller, body, client }: Call<Generate>) =>
        wallets.generate(db, caller.userId, { name: body?.name, client }),
      {
        atomic: true,
        remember: (wallet) => ({ id: wallet.id }),
        recall: (stored: { id: number }, { caller, client }) =>
          wallets.generated(caller.userId, stored.id, client),
      },
    )

  router.serve(
    api.generateBulk,
    async ({ db, caller, body }) => {
      const { wallets: made, group_id } = await wallets.generateBulk(db, caller.userId, {
        count: body.count,
        namePrefix: body.namePrefix,
        groupId: body.groupId ?? null,
        newGroup: body.createNewGroup ? (body.newGroupName ?? '') : null,
      })
      return { ...done, count: made.length, group_id, wallets: made }
    },
    // A repeated request is answered word for word; what all wallets share is kept once.
    { atomic: true, remember: packBulk, recall: async (packed: PackedBulk) => unpackBulk(packed) },
  )

  router.serve(
    api.importWallets,
    async ({ db, caller, body }) => {
      const { keys, name, namePrefix, groupId = null } = body
      const kept = await wallets.import(db, caller.userId, { keys, name, namePrefix, groupId })
      return { ...done, count: kept.wallets.length, ...kept }
    },
    atomic,
  )

  router.serve(api.listWallets, ({ caller, query: { groupId } }) =>
    wallets.overview(caller.userId, groupId === undefined ? null : { groupId }),
  )
  router.serve(api.listUngrouped, ({ caller }) => wallets.overview(caller.userId, 'ungrouped'))
  router.serve(api.getWallet, ({ caller, params }) => wallets.get(caller.userId, idOf(params.id, 'Wallet')))
  router.serve(
    api.updateWallet,
    ({ db, caller, params, body }) => wallets.update(db, caller.userId, idOf(params.id, 'Wallet'), body),
    atomic,
  )
  router.serve(api.deleteWallet, async ({ caller, params, body }) => ({
    ...done,
    ...(await wallets.remove(caller.userId, idOf(params.id, 'Wallet'), body ?? {})),
  }))

  router.serve(api.revealKey, async ({ caller, body, client }) => {
    await wallets.owned(caller.userId, [body.address])
    await accounts.requireKeyCode(caller, body.code)
    return { private_key: await wallets.reveal(caller.userId, body.address, client) }
  })

  router.serve(api.connectWallet, async ({ caller, body }) => {
    await wallets.connect(caller, body.walletAddress)
    return { success: true as const, message: 'Wallet connected' }
  })

  router.serve(api.disconnectWallet, async ({ caller }) => {
    await wallets.disconnect(caller.sessionId)
    return { success: true as const, message: 'Wallet disconnected' }
  })
}

/** Where keys leave in bulk. */
export function exportRoutes(router: Router, exports: Exports): void {
  router.serve(api.chatbotData, async ({ caller, client, query: { code } }) => ({
    wallets: await exports.forChat({ ...caller, client, code }),
  }))
  router.serve(api.exportWallets, ({ caller, client, query: { code, groupId = null } }) =>
    exports.spreadsheet({ ...caller, client, code }, groupId),
  )
  router.serve(api.exportAllWallets, ({ caller, client, query: { code } }) =>
    exports.text({ ...caller, client, code }),
  )
}
