import * as api from '@purser/contract/activity.ts'
import type { Router } from '../../kernel/route.ts'
import type { Activity } from './activity.service.ts'

export function activityRoutes(router: Router, activity: Activity): void {
  router.serve(api.listOperations, ({ caller, query }) => activity.list(caller.userId, query))
  router.serve(api.getOperation, ({ caller, params }) => activity.get(caller.userId, params.id ?? ''))
  router.serve(api.resolveOperation, ({ caller, params, body: { code }, client, device }) =>
    activity.endAsNotSent(params.id ?? '', { caller, code, client, device }),
  )
}
