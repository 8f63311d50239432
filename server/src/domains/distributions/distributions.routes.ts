import * as api from '@purser/contract/distributions/distributions.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Distributions } from './distributions.service.ts'
import { templateRoutes } from './templates/templates.routes.ts'
import type { Templates } from './templates/templates.service.ts'
import type { TokenDistributions } from './tokens/service.ts'
import { tokenDistributionRoutes } from './tokens/tokens.routes.ts'

export function distributionRoutes(
  router: Router,
  distributions: Distributions,
  tasks: TokenDistributions,
  templates: Templates,
): void {
  tokenDistributionRoutes(router, tasks)
  templateRoutes(router, templates)
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
  /** Either SOL or tokens: both answer alike for an operation that is not the user's. */
  const offers = async (id: string) => ((await tasks.holds(id)) ? tasks : distributions)
  router.serve(api.proposeUndo, async ({ caller, params: { id = '' } }) =>
    (await offers(id)).undo(caller.userId, id),
  )
  router.serve(api.proposeRetry, async ({ caller, params: { id = '' }, query }) =>
    (await offers(id)).retry(caller.userId, id, query),
  )
}
