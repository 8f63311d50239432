import { searchTokens } from '@purser/contract/tokens/token-search.ts'
import * as api from '@purser/contract/tokens/tokens.ts'
import type { Router } from '../../kernel/http/route.ts'
import { authorizationRoutes } from './authorization/authorization.routes.ts'
import type { TokenCenter } from './center.ts'
import type { Faucet } from './faucet.ts'
import type { Tokens } from './metadata.ts'
import type { Whitelist } from './whitelist/whitelist.ts'
import { whitelistRoutes } from './whitelist/whitelist.routes.ts'

type Parts = {
  faucet: Faucet
  tokens: Tokens
  tokenCenter: TokenCenter
  whitelist: Whitelist
}

/** The routes of this whole domain. */
export function tokenRoutes(router: Router, { faucet, tokens, tokenCenter, whitelist }: Parts): void {
  authorizationRoutes(router, tokenCenter)
  whitelistRoutes(router, whitelist)
  router.serve(searchTokens, ({ caller, query }) => tokenCenter.search.find(caller.userId, query.query), {
    afterLookup: true,
  })
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
