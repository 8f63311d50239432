import * as api from '@purser/contract/distributions.ts'
import type { Router } from '../../kernel/route.ts'
import type { Distributions } from './distributions.service.ts'

export function distributionRoutes(router: Router, distributions: Distributions): void {
  router.serve(api.distributeSol, ({ caller, originKey, body }) =>
    distributions.execute(caller.userId, originKey, { type: 'distribute', body }),
  )
  router.serve(api.gatherSol, ({ caller, originKey, body }) =>
    distributions.execute(caller.userId, originKey, { type: 'gather', body }),
  )
  router.serve(api.listGroupedWallets, async ({ caller }) => ({
    success: true as const,
    data: { groups: await distributions.grouped(caller.userId) },
  }))
  router.serve(api.getMinimumRent, async () => ({
    success: true as const,
    data: { sol: await distributions.minimumRent() },
  }))
  router.serve(api.proposeUndo, ({ caller, params }) => distributions.undo(caller.userId, params.id ?? ''))
  router.serve(api.proposeRetry, ({ caller, params }) => distributions.retry(caller.userId, params.id ?? ''))
}
