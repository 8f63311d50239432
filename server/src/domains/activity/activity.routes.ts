import * as api from '@purser/contract/activity.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Activity } from './activity.service.ts'

export function activityRoutes(router: Router, activity: Activity, clock: Clock): void {
  router.serve(api.listOperations, async ({ caller, query: { format, ...filter } }) => {
    if (format !== 'csv') return activity.list(caller.userId, filter)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    // The router sends it as the file that the endpoint allows.
    return (await activity.file(caller.userId, filter, day)) as StreamedFile & { operations: [] }
  })
  router.serve(api.getOperation, ({ caller, params }) => activity.get(caller.userId, params.id ?? ''))
  router.serve(api.resolveOperation, ({ caller, params, body: { code }, client, device }) =>
    activity.endAsNotSent(params.id ?? '', { caller, code, client, device }),
  )
}
