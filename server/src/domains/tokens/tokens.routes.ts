import * as api from '@purser/contract/tokens.ts'
import type { Router } from '../../kernel/route.ts'
import type { Faucet } from './faucet.ts'
import type { Tokens } from './metadata.ts'

export function tokenRoutes(router: Router, faucet: Faucet, tokens: Tokens): void {
  router.serve(api.getTokenMetadata, ({ body }) => tokens.detail(body.mintAddress))
  router.serve(api.listTokenMetadata, async ({ body }) => ({
    success: true as const,
    tokens: await tokens.names(body.mintAddresses),
  }))
  router.serve(api.requestFaucet, async ({ caller, body, originKey }) => ({
    success: true as const,
    signature: await faucet.pay(caller.userId, originKey, body),
  }))
}
