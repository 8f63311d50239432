import * as api from '@purser/contract/distributions/token-distributions.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { TokenDistributions } from './service.ts'

export function tokenDistributionRoutes(router: Router, tasks: TokenDistributions): void {
  router.serve(api.distributeToken, ({ caller, originKey, body }) =>
    tasks.start(caller.userId, originKey, { type: 'token-distribute', body }),
  )
  router.serve(api.gatherToken, ({ caller, originKey, body }) =>
    tasks.start(caller.userId, originKey, { type: 'token-gather', body }),
  )
}
