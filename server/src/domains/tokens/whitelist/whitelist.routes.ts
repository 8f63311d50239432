import * as api from '@purser/contract/tokens/whitelist.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { Whitelist } from './whitelist.ts'

const success = true as const

export function whitelistRoutes(router: Router, whitelist: Whitelist): void {
  router.serve(api.listWhitelist, async ({ caller }) => ({
    success,
    data: await whitelist.list(caller.userId),
  }))
  router.serve(api.getWhitelistStats, async ({ caller }) => ({
    success,
    data: await whitelist.stats(caller.userId),
  }))
  router.serve(
    api.addWhitelistEntry,
    async ({ db, caller, body, client, device }) => ({
      success,
      data: await whitelist.add(db, caller.userId, body, { client, device }),
    }),
    { atomic: true, allow: ({ caller, body }) => whitelist.mayAdd(caller, body, body.code) },
  )
  router.serve(
    api.removeWhitelistEntry,
    async ({ db, caller, params, client, device }) => {
      await whitelist.remove(db, caller.userId, params.id ?? '', { client, device })
      return { success }
    },
    { atomic: true },
  )
}
