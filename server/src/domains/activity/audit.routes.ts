import { listAudit } from '@purser/contract/audit.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Audit } from './audit.ts'

export function auditRoutes(router: Router, audit: Audit, clock: Clock): void {
  router.serve(listAudit, async ({ caller, query: { format, ...filter } }) => {
    if (format !== 'csv') return audit.page(caller.userId, filter)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    // The router sends it as the file that the endpoint allows.
    return (await audit.file(caller.userId, filter, day)) as StreamedFile & { rows: [] }
  })
}
