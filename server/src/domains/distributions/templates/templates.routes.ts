import * as api from '@purser/contract/distributions/distribution-templates.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { Templates } from './templates.service.ts'

export function templateRoutes(router: Router, templates: Templates): void {
  router.serve(api.listTemplates, async ({ caller, query }) => ({
    templates: await templates.list(caller.userId, query.kind),
  }))
  router.serve(api.getTemplate, ({ caller, params }) => templates.get(caller.userId, params.id ?? ''))
  router.serve(api.saveTemplate, ({ db, caller, body }) => templates.save(db, caller.userId, body), {
    atomic: true,
  })
  router.serve(
    api.renameTemplate,
    ({ db, caller, params, body }) => templates.rename(db, caller.userId, params.id ?? '', body.name),
    { atomic: true },
  )
  router.serve(
    api.deleteTemplate,
    async ({ db, caller, params }) => {
      await templates.remove(db, caller.userId, params.id ?? '')
      return { success: true as const }
    },
    { atomic: true },
  )
}
