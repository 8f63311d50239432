import * as api from '@purser/contract/wallets.ts'
import type { Call, Router } from '../../kernel/route.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Wallets } from './wallets.service.ts'

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
        recall: (stored: { id: number }, { caller }) => wallets.generated(caller.userId, stored.id),
      },
    )

  router.serve(api.listWallets, async ({ caller }) => ({
    wallets: await wallets.list(caller.userId),
    groups: [],
  }))

  router.serve(api.revealKey, async ({ caller, body, client }) => {
    await wallets.owned(caller.userId, [body.address])
    await accounts.requireKeyCode(caller.userId, body.code)
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
