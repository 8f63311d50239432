import * as api from '@purser/contract/tokens.ts'
import type { Router } from '../../kernel/route.ts'
import type { Faucet } from './faucet.ts'

export function tokenRoutes(router: Router, faucet: Faucet): void {
  router.serve(api.requestFaucet, async ({ caller, body, originKey }) => ({
    success: true as const,
    signature: await faucet.pay(caller.userId, originKey, body),
  }))
}
